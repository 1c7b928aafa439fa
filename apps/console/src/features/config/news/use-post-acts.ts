import {
  type ConsolePost,
  deleteConsoleNews,
  getConsoleNews,
  postConsoleNews,
  postPicture,
  putConsoleNews,
} from '@partner-office/contracts'
import { useToast } from '@partner-office/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../../lib/console.ts'
import { uploadForm } from '../../../lib/upload-form.ts'
import { useAct } from '../../../lib/use-act.ts'
import type { WrittenPost } from './written-post.ts'

/** Says that something was done to the posts, and reads them anew. */
function useChanged() {
  const toast = useToast()
  const queries = useQueryClient()
  return (title: string): void => {
    toast.success({ title })
    void queries.invalidateQueries({ queryKey: [getConsoleNews.path] })
  }
}

/** Adds a post, or changes one that is still as it was seen. */
export function useSavePost(post: ConsolePost | null, onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const changed = useChanged()
  return useAct<WrittenPost, ConsolePost>({
    send: (body) =>
      post === null
        ? api.call(postConsoleNews, { body })
        : api.call(putConsoleNews, {
            params: { id: String(post.id) },
            body: { ...body, version: post.version },
          }),
    lookUp: async ({ language, title, content }) => {
      const now = await api.call(getConsoleNews, { query: { language } })
      const isIt = (one: ConsolePost) =>
        (post === null || one.id === post.id) &&
        one.title === title.trim() &&
        one.content === content.trim()
      return now.content.find(isIt) ?? null
    },
    onDone: () => {
      changed(t('posts.saved'))
      onDone()
    },
  })
}

/** Deletes a post that is still as it was seen. */
export function useDeletePost({ id, language, version }: ConsolePost, onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const changed = useChanged()
  return useAct<null, object>({
    send: () => api.call(deleteConsoleNews, { params: { id: String(id) }, body: { version } }),
    lookUp: async () => {
      const now = await api.call(getConsoleNews, { query: { language } })
      return now.content.some((one) => one.id === id) ? null : {}
    },
    onDone: () => {
      changed(t('posts.delete.done'))
      onDone()
    },
  })
}

/** Stores a picture for posts of a language, under its own name. */
export function useUploadPicture(language: string, onStored: (name: string) => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  return useAct<File, { readonly name: string }>({
    send: (file) =>
      api.call(postPicture, { form: uploadForm({ language, name: file.name }, file) }),
    // Nothing says which pictures are stored. Sent again, the same file takes the place of itself.
    lookUp: () => Promise.resolve(null),
    onDone: ({ name }) => {
      toast.success({ title: t('posts.picture.stored'), text: name })
      onStored(name)
    },
  })
}
