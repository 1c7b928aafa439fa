import {
  type ConsolePost,
  deleteConsoleNews,
  postConsoleNews,
  postPicture,
} from '@partner-office/contracts'
import { ALL_LANGUAGES } from '@partner-office/locales'
import { Button, SelectField, TextAreaField, TextField } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { languageText } from '../../../lib/languages.ts'
import { ActNote } from '../../../parts/act-note.tsx'
import { ConfirmAct } from '../../../parts/confirm-act.tsx'
import { RowDrawer } from '../../../parts/row-drawer.tsx'
import { UploadButton } from '../../../parts/upload-button.tsx'
import { useNeedsRole } from '../../../parts/use-needs-role.ts'
import { PostPreview } from './post-preview.tsx'
import { useDeletePost, useSavePost, useUploadPicture } from './use-post-acts.ts'
import { usePreview } from './use-preview.ts'
import { type WrittenPost, writtenOf } from './written-post.ts'

type NewsEditorProps = {
  /** Null: a new post. */
  readonly post: ConsolePost | null
  readonly onClose: () => void
}

/** Writes a post; the service checks it while it is typed, and shows it as the office will. Source: requirements CNF-007. */
export function NewsEditor({ post, onClose }: NewsEditorProps) {
  const { t } = useTranslation()
  const [written, setWritten] = useState(() => writtenOf(post))
  const needsRole = useNeedsRole(postConsoleNews.roles)
  const { html, problems } = usePreview(written)
  const save = useSavePost(post, onClose)
  const isReady = problems?.length === 0
  const change = (changes: Partial<WrittenPost>) => setWritten({ ...written, ...changes })
  return (
    <RowDrawer
      row={post === null ? 'new' : String(post.id)}
      title={post === null ? t('posts.add') : <bdi>{post.title}</bdi>}
      onClose={onClose}
      foot={post !== null && needsRole === undefined && <Delete post={post} onGone={onClose} />}
    >
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && needsRole === undefined) save.run(written)
        }}
      >
        <PostFields
          written={written}
          problems={problems ?? []}
          isReadOnly={needsRole !== undefined}
          onChange={change}
        />
        <ActNote act={save} notDone={t('posts.notSaved')} roles={postConsoleNews.roles} />
        <Submit
          isBusy={save.isBusy}
          reason={needsRole ?? (isReady ? undefined : t('posts.incomplete'))}
        />
      </form>
      <PostPreview title={written.title} html={html} />
    </RowDrawer>
  )
}

type SubmitProps = { readonly isBusy: boolean; readonly reason: string | undefined }

function Submit({ isBusy, reason }: SubmitProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className="decision">
        <Button type="submit" variant="primary" busy={isBusy} disabledReason={reason}>
          {t('config.save')}
        </Button>
      </div>
      {reason !== undefined && <p className="caption">{reason}</p>}
    </>
  )
}

type PostFieldsProps = {
  readonly written: WrittenPost
  readonly problems: readonly { readonly place: string; readonly problem: string }[]
  readonly isReadOnly: boolean
  readonly onChange: (changes: Partial<WrittenPost>) => void
}

function PostFields({ written, problems, isReadOnly, onChange }: PostFieldsProps) {
  const { t } = useTranslation()
  const field = (name: keyof WrittenPost) => ({
    label: t(`posts.${name}`),
    value: written[name],
    // An empty field says nothing before something was written into it.
    error: written[name] === '' ? undefined : problems.find(({ place }) => place === name)?.problem,
    readOnly: isReadOnly,
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ [name]: target.value }),
  })
  const { readOnly: _readOnly, ...language } = field('language')
  return (
    <>
      <SelectField {...language} disabled={isReadOnly}>
        {ALL_LANGUAGES.map((code) => (
          <option key={code} value={code}>
            {languageText(code)}
          </option>
        ))}
      </SelectField>
      <TextField {...field('title')} dir="auto" />
      <TextField {...field('category')} dir="auto" />
      <TextField {...field('date')} hint={t('posts.dateHint')} />
      <TextField {...field('figure')} hint={t('posts.figureHint')} spellCheck={false} />
      {!isReadOnly && (
        <Picture language={written.language} onStored={(name) => onChange({ figure: name })} />
      )}
      <TextAreaField {...field('content')} hint={t('posts.contentHint')} dir="auto" rows={12} />
    </>
  )
}

type PictureProps = { readonly language: string; readonly onStored: (name: string) => void }

/** Uploads a picture for the post's language; its name is then the post's. */
function Picture({ language, onStored }: PictureProps) {
  const { t } = useTranslation()
  const act = useUploadPicture(language, onStored)
  return (
    <div className="stack gap-1">
      <span>
        <UploadButton
          text={t('posts.picture.button')}
          label={t('posts.picture.label')}
          accept="image/png,image/jpeg"
          isDisabled={act.isBusy}
          onFile={act.run}
        />
      </span>
      <ActNote act={act} notDone={t('posts.picture.notStored')} roles={postPicture.roles} />
    </div>
  )
}

type DeleteProps = { readonly post: ConsolePost; readonly onGone: () => void }

function Delete({ post, onGone }: DeleteProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const act = useDeletePost(post, onGone)
  const texts = {
    title: t('posts.delete.title', { title: post.title }),
    text: t('posts.delete.text'),
    button: t('posts.delete.button'),
    notDone: t('posts.delete.notDone'),
  }
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setAsking(true)}>
        {t('posts.delete.button')}
      </Button>
      {isAsking && (
        <ConfirmAct
          texts={texts}
          act={act}
          roles={deleteConsoleNews.roles}
          isFinal
          onConfirm={() => act.run(null)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
