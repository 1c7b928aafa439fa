import { addPost } from '../../business/news/add-posts.ts'
import { readPost } from '../../business/news/news-post.ts'
import { recentSettings } from '../../business/settings/read-settings.ts'
import { bytesOf, DONE, type Handler, inputOf, refusedFile } from './handler.ts'

const MOST_BYTES = 256 * 1024

export const newsAdd: Handler = async ({ core, io }) => {
  const bytes = await bytesOf(inputOf(io), MOST_BYTES, 'the file is larger than a post can be')
  const post = readPost(textOf(bytes))
  const id = await addPost(core, post)
  await io.out(`post ${id} added to the ${post.language} feed\n`)
  const { newsLanguages } = await recentSettings(core.database)
  if (post.language !== 'en' && !newsLanguages.split(',').includes(post.language)) {
    io.note(`pages in ${post.language} show the en feed until newsLanguages names ${post.language}`)
  }
  return DONE
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refusedFile('the file is not UTF-8; save it in that encoding')
  }
}
