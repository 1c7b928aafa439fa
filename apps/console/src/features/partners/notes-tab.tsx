import {
  getPartnerNotes,
  LONGEST_NOTE,
  type PartnerNote,
  postPartnerNote,
  postPartnerNoteStrike,
} from '@partner-office/contracts'
import { Button, Checkbox, TextAreaField } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { SubmitRow } from '../../parts/form-dialog.tsx'
import { NoteText } from '../../parts/note-text.tsx'
import { PagedTable } from '../../parts/paged-table.tsx'
import { usePaged } from '../../parts/use-paged.ts'
import { ReasonDialog } from '../../parts/reason-dialog.tsx'
import { TicketLink } from '../../parts/ticket-link.tsx'

type NotesTabProps = { readonly id: string }

/** Notes about a partner, and the form of a new one. Source: requirements PTR-011. */
export function NotesTab({ id }: NotesTabProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const [struck, setStruck] = useState<PartnerNote | null>(null)
  const list = usePaged([getPartnerNotes.path, id], (query, signal) =>
    api.call(getPartnerNotes, { params: { id }, query, signal }),
  )
  return (
    <div className="stack gap-4">
      <NewNote id={id} />
      <PagedTable
        list={list}
        caption={t('partners.tabs.notes')}
        columns={useColumns(setStruck)}
        keyOf={(note) => String(note.id)}
        nameOf={(note) => t('notes.one', { id: note.id })}
        isQuiet={(note) => note.struck !== null}
        empty={t('notes.none')}
      />
      {struck !== null && <Strike id={id} note={struck} onClose={() => setStruck(null)} />}
    </div>
  )
}

function useColumns(onStrike: (note: PartnerNote) => void) {
  const { t } = useTranslation()
  return [
    { name: 'at', head: t('notes.at'), cell: ({ at }: PartnerNote) => <Instant at={at} /> },
    {
      name: 'author',
      head: t('notes.author'),
      cell: ({ author }: PartnerNote) => <bdi>{author.email}</bdi>,
    },
    { name: 'text', head: t('notes.text'), cell: (note: PartnerNote) => <Written note={note} /> },
    {
      name: 'act',
      head: t('notes.act'),
      cell: (note: PartnerNote) =>
        note.struck === null ? (
          <Button
            size="sm"
            variant="secondary"
            aria-label={t('notes.strikeOne', { id: note.id })}
            onClick={() => onStrike(note)}
          >
            {t('notes.strike')}
          </Button>
        ) : (
          '–'
        ),
    },
  ]
}

/** The text, and the ticket that it was written at. */
function Written({ note }: { readonly note: PartnerNote }) {
  return (
    <>
      <NoteText note={note} />
      {note.ticketId !== null && <TicketLink id={note.ticketId} />}
    </>
  )
}

function NewNote({ id }: NotesTabProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isForPartner, setForPartner] = useState(false)
  const act = useWriting(id, () => {
    setText('')
    setForPartner(false)
  })
  const missing = text.trim() === '' ? t('notes.missing') : undefined
  return (
    <Box title={t('notes.new')}>
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (missing === undefined) act.run({ text: text.trim(), isForPartner })
        }}
      >
        <TextAreaField
          label={t('notes.text')}
          hint={t('notes.hint')}
          rows={3}
          maxLength={LONGEST_NOTE}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Checkbox
          label={t('notes.markForPartner')}
          checked={isForPartner}
          onChange={({ target }) => setForPartner(target.checked)}
        />
        <ActNote act={act} notDone={t('notes.notDone')} roles={postPartnerNote.roles} />
        <SubmitRow isBusy={act.isBusy} missing={missing}>
          {t('notes.save')}
        </SubmitRow>
      </form>
    </Box>
  )
}

type NewText = { readonly text: string; readonly isForPartner: boolean }

/** Writes a note; one whose answer was lost is the operator's newest note, if it has the same text. */
function useWriting(id: string, onWritten: () => void) {
  const { api } = useConsole()
  const { operator } = useSignedIn()
  const queries = useQueryClient()
  return useAct<NewText, PartnerNote>({
    send: (body) => api.call(postPartnerNote, { params: { id }, body }),
    lookUp: async ({ text }) => {
      const { content } = await api.call(getPartnerNotes, { params: { id } })
      const newest = content.find(({ author }) => author.id === operator.id)
      return newest?.text === text.normalize('NFC') ? newest : null
    },
    onDone: () => {
      onWritten()
      void queries.invalidateQueries({ queryKey: [getPartnerNotes.path] })
    },
  })
}

type StrikeProps = NotesTabProps & { readonly note: PartnerNote; readonly onClose: () => void }

function Strike({ id, note, onClose }: StrikeProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const queries = useQueryClient()
  return (
    <ReasonDialog
      title={t('notes.strikeOne', { id: note.id })}
      hint={t('notes.strikeHint')}
      button={t('notes.strike')}
      notDone={t('notes.notStruck')}
      roles={postPartnerNoteStrike.roles}
      send={(reason) =>
        api.call(postPartnerNoteStrike, { params: { id, note: String(note.id) }, body: { reason } })
      }
      lookUp={async () => {
        const cursor = String(note.id + 1)
        const { content } = await api.call(getPartnerNotes, { params: { id }, query: { cursor } })
        return content[0]?.struck ?? null
      }}
      onDone={() => void queries.invalidateQueries({ queryKey: [getPartnerNotes.path] })}
      onClose={onClose}
    />
  )
}
