import { type InboxTicket, LONGEST_NOTE, postTicketNote } from '@partner-office/contracts'
import { Button, Segments, TextAreaField } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole, useSignedIn } from '../../lib/console.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { AnswerForm } from './answer-form.tsx'
import { useDraft } from './use-draft.ts'
import { useTicketAct } from './use-ticket-act.ts'

type WriteProps = { readonly ticket: InboxTicket }

const KINDS = ['answer', 'note'] as const

/** An answer to the partner, or a note for operators; the text of the other one stays. Source: requirements INB-002, PTR-011. */
export function WriteBox({ ticket }: WriteProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<(typeof KINDS)[number]>('answer')
  return (
    <Box
      title={t('inbox.write')}
      actions={
        <Segments
          label={t('inbox.write')}
          value={kind}
          options={KINDS.map((value) => ({ value, text: t(`inbox.writes.${value}`) }))}
          onChange={setKind}
        />
      }
    >
      <div hidden={kind !== 'answer'}>
        <AnswerForm ticket={ticket} />
      </div>
      <div hidden={kind !== 'note'}>
        <NoteForm ticket={ticket} />
      </div>
    </Box>
  )
}

function NoteForm({ ticket }: WriteProps) {
  const { t } = useTranslation()
  const [text, setText] = useDraft(`note ${ticket.id}`)
  const act = useNote(ticket, () => setText(''))
  return (
    <div className="stack gap-4">
      <TextAreaField
        label={t('inbox.noteText')}
        hint={t('inbox.noteHint')}
        name="note"
        rows={5}
        maxLength={LONGEST_NOTE}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <ActNote act={act} notDone={t('notes.notDone')} roles={postTicketNote.roles} />
      <div className="decision">
        <Button
          variant="primary"
          busy={act.isBusy}
          disabledReason={text.trim() === '' ? t('notes.missing') : undefined}
          onClick={() => act.run(text)}
        >
          {t('notes.save')}
        </Button>
      </div>
    </div>
  )
}

function useNote(ticket: InboxTicket, onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { operator } = useSignedIn()
  return useTicketAct<string>(ticket, {
    send: (text) =>
      api.call(postTicketNote, {
        params: { id: String(ticket.id) },
        body: { version: ticket.version, text },
      }),
    isDone: ({ notes }, sent) =>
      notes.find(({ author }) => author.id === operator.id)?.text === sent.normalize('NFC').trim(),
    doneText: t('inbox.done.note'),
    onDone,
  })
}
