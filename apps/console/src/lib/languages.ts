import { LANGUAGE } from './instants.ts'

const names = new Intl.DisplayNames(LANGUAGE, { type: 'language' })

/** The name of a language; the code of one that the browser does not know. */
export const languageText = (code: string): string => names.of(code) ?? code
