export * from './languages.ts'
export * from './words.ts'
