import {
  type FullDispute,
  getConsoleDispute,
  getConsoleDisputes,
  getDisputeFigures,
  postDisputeAnswer,
  postDisputeNote,
  postDisputeQuestion,
  postDisputeTake,
} from '@partner-office/contracts'
import { isOpenDispute, LONGEST_DISPUTE_TEXT } from '@partner-office/domain'
import { Button, SelectField, TextAreaField } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useForm } from '@partner-office/web'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { languageText } from '../../lib/languages.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { AnswerText, useOpenPlaceholders } from '../../parts/answer-text.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { FormFailure } from '../../shell/form-failure.tsx'
import { NewAdjustment } from '../../parts/adjustments/new-adjustment.tsx'

const CALLS = {
  answer: postDisputeAnswer,
  question: postDisputeQuestion,
  note: postDisputeNote,
} as const
type Kind = keyof typeof CALLS

type Of = { readonly dispute: FullDispute }

/** Takes a dispute up, writes to the partner or to operators, and corrects. Source: requirements DSP-006, DSP-007. */
export function WriteBox({ dispute }: Of) {
  const { t } = useTranslation()
  const [isCorrecting, setCorrecting] = useState(false)
  const missing = useNeedsRole(postDisputeAnswer.roles)
  const isOpen = isOpenDispute(dispute.state)
  return (
    <Box
      title={t('disputes.write')}
      actions={
        <>
          <Take dispute={dispute} />
          {isOpen && (
            <Button
              variant="secondary"
              disabledReason={missing}
              onClick={() => setCorrecting(true)}
            >
              {t('disputes.correct')}
            </Button>
          )}
        </>
      }
    >
      <WriteForm dispute={dispute} kinds={isOpen ? ['answer', 'question', 'note'] : ['note']} />
      {isCorrecting && (
        <NewAdjustment filled={dispute.correction} onClose={() => setCorrecting(false)} />
      )}
    </Box>
  )
}

/** Reads anew what an act about a dispute has changed. */
function useRefresh(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const { path } of [getConsoleDispute, getConsoleDisputes, getDisputeFigures]) {
      void queries.invalidateQueries({ queryKey: [path] })
    }
  }
}

function Take({ dispute: { id, version, takenBy, state } }: Of) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const refresh = useRefresh()
  const missing = useNeedsRole(postDisputeTake.roles)
  const take = useMutation({
    mutationFn: () =>
      api.call(postDisputeTake, {
        params: { id: String(id) },
        body: { version, isTakenOver: takenBy !== null },
      }),
    onSettled: refresh,
  })
  if (!isOpenDispute(state)) return null
  return (
    <>
      <Button
        variant="secondary"
        busy={take.isPending}
        disabledReason={missing}
        onClick={() => take.mutate()}
      >
        {t(takenBy === null ? 'disputes.take' : 'disputes.takeOver')}
      </Button>
      <ActNote
        act={{ error: take.error, isLookingUp: false }}
        notDone={t('disputes.notTaken')}
        roles={postDisputeTake.roles}
      />
    </>
  )
}

function useWriting({ id, version }: FullDispute, kind: Kind) {
  const { api } = useConsole()
  const refresh = useRefresh()
  const [text, setText] = useState('')
  const form = useForm({
    fields: ['text'],
    controlled: { values: { text }, change: (changes) => setText(changes['text'] ?? '') },
    send: async () => {
      await api.call(CALLS[kind], { params: { id: String(id) }, body: { version, text } })
      setText('')
      refresh()
    },
  })
  return { form, text, setText }
}

function WriteForm({ dispute, kinds }: Of & { readonly kinds: readonly Kind[] }) {
  const { t } = useTranslation()
  const missing = useNeedsRole(postDisputeAnswer.roles)
  const [kind, setKind] = useState<Kind>(kinds[0]!)
  const { form, text, setText } = useWriting(dispute, kind)
  const open = useOpenPlaceholders(text)
  const isNote = kind === 'note'
  const languageHint = t('disputes.textHint', { language: languageText(dispute.language) })
  return (
    <form {...form.props} className="stack gap-4">
      <KindField kind={kind} kinds={kinds} onChange={setKind} />
      <Answered isNote={isNote} dispute={dispute} text={text} onChange={setText}>
        <TextAreaField
          label={t('disputes.text')}
          hint={isNote ? t('disputes.noteHint') : languageHint}
          {...form.field('text')}
          maxLength={LONGEST_DISPUTE_TEXT}
          rows={5}
          required
        />
      </Answered>
      <FormFailure form={form} />
      <div className="decision">
        <Button
          type="submit"
          variant="primary"
          busy={form.isSending}
          disabledReason={missing ?? (isNote ? undefined : open)}
        >
          {t(`disputes.sends.${kind}`)}
        </Button>
      </div>
    </form>
  )
}

type AnsweredProps = Of & {
  readonly isNote: boolean
  readonly text: string
  readonly onChange: (text: string) => void
  readonly children: ReactNode
}

/** What partners read begins with templates, and warns of another language; a note is for operators. */
function Answered({ isNote, dispute, text, onChange, children }: AnsweredProps) {
  if (isNote) return children
  const { id, firstName, language } = dispute
  const values = { firstName, dispute: String(id) }
  return (
    <AnswerText use="DISPUTE" {...{ language, values, text, onChange }}>
      {children}
    </AnswerText>
  )
}

type KindProps = {
  readonly kind: Kind
  readonly kinds: readonly Kind[]
  readonly onChange: (kind: Kind) => void
}

function KindField({ kind, kinds, onChange }: KindProps) {
  const { t } = useTranslation()
  return (
    <SelectField
      label={t('disputes.kind')}
      value={kind}
      onChange={({ target }) => onChange(kinds.find((one) => one === target.value) ?? kind)}
    >
      {kinds.map((each) => (
        <option key={each} value={each}>
          {t(`disputes.writes.${each}`)}
        </option>
      ))}
    </SelectField>
  )
}
