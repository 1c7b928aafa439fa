export * from './languages.ts'
export * from './browser-words.ts'
