import { type InboxTicket, LONGEST_TEXT, postTicketAnswer } from '@partner-office/contracts'
import { Button, Checkbox, TextAreaField } from '@partner-office/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { languageText } from '../../lib/languages.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { AnswerText, useOpenPlaceholders } from '../../parts/answer-text.tsx'
import { useDraft } from './use-draft.ts'
import { useTicketAct } from './use-ticket-act.ts'

type AnswerProps = { readonly ticket: InboxTicket }

type Answer = { readonly text: string; readonly isClosed: boolean }

/** Writes the answer, which the partner gets on the support page and as a mail. Source: requirements INB-002, INB-005. */
export function AnswerForm({ ticket }: AnswerProps) {
  const { t } = useTranslation()
  const [text, setText] = useDraft(`answer ${ticket.id}`)
  const [isClosed, setClosed] = useState(false)
  const act = useAnswer(ticket, () => setText(''))
  const { id, firstName, language } = ticket
  return (
    <div className="stack gap-4">
      <AnswerText
        use="TICKET"
        language={language}
        values={{ firstName, ticket: String(id) }}
        text={text}
        onChange={setText}
      >
        <TextAreaField
          label={t('inbox.answerText')}
          hint={t('inbox.answerHint', { language: languageText(language) })}
          name="text"
          rows={8}
          maxLength={LONGEST_TEXT}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </AnswerText>
      <Checkbox
        label={t('inbox.andClose')}
        checked={isClosed}
        onChange={({ target }) => setClosed(target.checked)}
      />
      <ActNote act={act} notDone={t('inbox.notAnswered')} roles={postTicketAnswer.roles} />
      <div className="decision">
        <Button
          variant="primary"
          busy={act.isBusy}
          disabledReason={useWhyNot(text)}
          onClick={() => act.run({ text, isClosed })}
        >
          {t('inbox.sendAnswer')}
        </Button>
      </div>
    </div>
  )
}

function useAnswer(ticket: InboxTicket, onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  return useTicketAct<Answer>(ticket, {
    send: (body) =>
      api.call(postTicketAnswer, {
        params: { id: String(ticket.id) },
        body: { ...body, version: ticket.version },
      }),
    isDone: ({ answers }, sent) =>
      answers.some(({ by, text: stored }) => by !== null && stored === sent.text.trim()),
    doneText: t('inbox.done.answer'),
    onDone,
  })
}

function useWhyNot(text: string): string | undefined {
  const { t } = useTranslation()
  const open = useOpenPlaceholders(text)
  return text.trim() === '' ? t('inbox.needsText') : open
}
