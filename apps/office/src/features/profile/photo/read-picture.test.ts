// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

import { cropPicture, type Picture, readPicture } from './read-picture.ts'

const FILE = new File(['x'], 'a.png', { type: 'image/png' })
const PART = { x: 10, y: 20, width: 400, height: 400 }
const PICTURE = { address: '', image: {} } as Picture

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a picture has a data address; a file that cannot be decoded has a problem', async () => {
  const image = { width: 300, height: 300 }
  vi.stubGlobal('createImageBitmap', async () => image)
  expect(await readPicture(FILE, 1)).toEqual({
    picture: { address: 'data:image/png;base64,eA==', image },
  })
  vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('broken')))
  expect(await readPicture(FILE, 1)).toEqual({ problem: { kind: 'type' } })
})

test('a file that cannot be read is an error', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 300, height: 300 }))
  vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader) {
    this.dispatchEvent(new ProgressEvent('error'))
  })
  await expect(readPicture(FILE, 1)).rejects.toThrow('The file cannot be read')
})

/** Stubs the canvas, which jsdom does not have; `drawn` is what becomes of it. */
function stubCanvas(drawn: Blob | null) {
  const context = {
    fillStyle: '',
    imageSmoothingQuality: 'low',
    fillRect: vi.fn<(...place: number[]) => void>(),
    drawImage: vi.fn<(...words: unknown[]) => void>(),
  }
  const { prototype } = HTMLCanvasElement
  vi.spyOn(prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(prototype, 'toBlob').mockImplementation((take) => take(drawn))
  return context
}

test('PRF-029 the part is drawn on white, as a square of 300 pixels', async () => {
  const drawn = new Blob(['jpeg'])
  const context = stubCanvas(drawn)
  expect(await cropPicture(PICTURE, PART)).toBe(drawn)
  expect(context).toMatchObject({ fillStyle: '#fff', imageSmoothingQuality: 'high' })
  expect(context.fillRect.mock.calls).toEqual([[0, 0, 300, 300]])
  expect(context.drawImage.mock.calls).toEqual([[PICTURE.image, 10, 20, 400, 400, 0, 0, 300, 300]])
})

test('a browser that makes no picture is an error', async () => {
  stubCanvas(null)
  await expect(cropPicture(PICTURE, PART)).rejects.toThrow('No picture')
})
