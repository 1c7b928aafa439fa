export { BrokenOff } from '../received.ts'
