import {
  listFiles,
  MOST_FILE_BYTES,
  putFile,
  removeFile,
} from '../../business/files/shared-files.ts'
import { bytesOf, DONE, type Handler, inputOf, listLine } from './handler.ts'

export const filesPut: Handler = async ({ core, command, io }) => {
  const content = await bytesOf(inputOf(io), MOST_FILE_BYTES, 'the file is larger than 4 MiB')
  await putFile(core, `${command.arguments[0]}`, Buffer.from(content))
  return DONE
}

export const filesRemove: Handler = async ({ core, command }) => {
  await removeFile(core, `${command.arguments[0]}`)
  return DONE
}

export const filesList: Handler = async ({ core, io }) => {
  await io.out(listLine('path', 'bytes', 'sha256'))
  for (const { path, bytes, sha256 } of await listFiles(core.database.read)) {
    await io.out(listLine(path, bytes ?? 'removed', sha256))
  }
  return DONE
}
