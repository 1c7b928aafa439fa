import { AVATAR_MOST_BYTES } from '@partner-office/contracts'
import { Refusal } from '@partner-office/domain'

import { Semaphore } from '../../turns/semaphore.ts'
import { recodePicture } from './recode-picture.ts'
import { AT_ONCE } from '../../input/limits.ts'

/** The file of a picture while it arrives. */
type Arriving = { readonly bytes: AsyncIterable<Uint8Array>; readonly isCut: () => boolean }

/** Receives pictures: few at once, whatever the number of uploads. */
export class PictureIntake {
  readonly #reading = new Semaphore(AT_ONCE.picturesRead)
  readonly #recoding = new Semaphore(AT_ONCE.picturesRecoded)

  /**
   * Reads and recodes a picture.
   *
   * Refuses: `validation_error` on `avatar`, with `max_length` or `invalid_format`; `too_many_requests`.
   */
  receive(file: Arriving): Promise<Buffer> {
    return this.#reading.run(async () => {
      const bytes = await bytesOf(file)
      const picture = await this.#recoding.run(() => recodePicture(bytes))
      if (picture === null) throw refused('invalid_format')
      return picture
    })
  }
}

const refused = (reason: 'max_length' | 'invalid_format'): Refusal =>
  new Refusal('validation_error', { field: 'avatar', reason })

async function bytesOf({ bytes, isCut }: Arriving): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  const whole = Buffer.concat(chunks)
  if (isCut() || whole.length > AVATAR_MOST_BYTES) throw refused('max_length')
  return whole
}
