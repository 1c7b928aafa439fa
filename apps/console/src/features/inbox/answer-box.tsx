import {
  getTemplates,
  type InboxTicket,
  LONGEST_TEXT,
  postTicketAnswer,
} from '@partner-office/contracts'
import { fillTemplate, openPlaceholders } from '@partner-office/domain'
import { Button, Checkbox, SelectField, TextAreaField, TextField } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { queryOf } from '../../lib/query-of.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { textIn } from '../../parts/template-text.ts'
import { useTicketAct } from './use-ticket-act.ts'

type AnswerProps = { readonly ticket: InboxTicket }

type Answer = { readonly text: string; readonly isClosed: boolean }

/** Writes the answer, which the partner gets on the support page and as a mail. Source: requirements INB-002, INB-005. */
export function AnswerBox({ ticket }: AnswerProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isClosed, setClosed] = useState(false)
  const act = useAnswer(ticket, () => setText(''))
  const open = openPlaceholders(text)
  return (
    <Box title={t('inbox.answer')}>
      <div className="stack gap-4">
        <Templates ticket={ticket} onChoose={setText} />
        <TextAreaField
          label={t('inbox.answerText')}
          hint={t('inbox.answerHint', { language: ticket.language })}
          name="text"
          rows={8}
          maxLength={LONGEST_TEXT}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {open.includes('amount') && (
          <Amount onFill={(amount) => setText(fillTemplate(text, { amount }))} />
        )}
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
            disabledReason={useWhyNot(text, open)}
            onClick={() => act.run({ text, isClosed })}
          >
            {t('inbox.sendAnswer')}
          </Button>
        </div>
      </div>
    </Box>
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

function useWhyNot(text: string, open: readonly string[]): string | undefined {
  const { t } = useTranslation()
  if (text.trim() === '') return t('inbox.needsText')
  const names = open.map((name) => `{${name}}`).join(', ')
  return open.length > 0 ? t('inbox.openPlaceholders', { names }) : undefined
}

/** The amount that a template speaks of. */
function Amount({ onFill }: { readonly onFill: (amount: string) => void }) {
  const { t } = useTranslation()
  const [amount, setAmount] = useState('')
  return (
    <div className="in-row to-end">
      <TextField
        label={t('inbox.amount')}
        name="amount"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
      <Button
        disabledReason={amount.trim() === '' ? t('inbox.needsAmount') : undefined}
        onClick={() => onFill(amount.trim())}
      >
        {t('inbox.fill')}
      </Button>
    </div>
  )
}

type TemplatesProps = AnswerProps & { readonly onChoose: (text: string) => void }

function Templates({ ticket, onChoose }: TemplatesProps) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const { data } = useQuery(queryOf(api, getTemplates, { query: { use: 'TICKET' } }))
  const [language, setLanguage] = useState(ticket.language)
  const templates = data?.content ?? []
  if (templates.length === 0) return null
  const choose = (id: string) => {
    const template = templates.find((one) => String(one.id) === id)
    if (template === undefined) return
    const values = { firstName: ticket.firstName, ticket: String(ticket.id) }
    const filled = textIn(template, ticket.language, values)
    setLanguage(filled.language)
    onChoose(filled.text)
  }
  return (
    <SelectField
      label={t('templates.choose')}
      hint={
        language === ticket.language
          ? undefined
          : t('templates.otherLanguage', { language: ticket.language })
      }
      defaultValue=""
      onChange={({ target }) => choose(target.value)}
    >
      <option value="">{t('templates.noneChosen')}</option>
      {templates.map(({ id, name }) => (
        <option key={id} value={String(id)}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
