import { resolve } from 'node:path'

import { findingsOf, languageFolders } from '../../content/own-texts.ts'
import { counted } from '../counted.ts'
import { DONE, type LocalHandler, REFUSED, refusedFile } from './handler.ts'

/** Names everything that sets of texts lack or break. Reads files of this machine only. */
export const languagesCheck: LocalHandler = async ({ command: { arguments: words }, io }) => {
  const folders = foldersOf(resolve(`${words[0]}`))
  const lines = folders.flatMap(findingsOf)
  for (const line of lines) await io.out(`${line}\n`)
  io.note(`${counted(folders.length, 'language')} checked, ${counted(lines.length, 'finding')}`)
  return lines.length === 0 ? DONE : REFUSED
}

function foldersOf(directory: string): readonly string[] {
  const folders = languageFolders(directory)
  if (folders === null) throw refusedFile(`there is no directory ${directory}`)
  if (folders.length > 0) return folders
  throw refusedFile(`${directory} holds no folder of a language, such as "fr"`)
}
