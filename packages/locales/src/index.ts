export * from './languages.ts'
