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
import { Button, Note, SelectField, TextAreaField } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useForm } from '@partner-office/web'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { FormFailure } from '../../shell/form-failure.tsx'
import { NewAdjustment } from '../../parts/adjustments/new-adjustment.tsx'
import { seemsWrittenIn } from './written-language.ts'

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

function WriteForm({ dispute, kinds }: Of & { readonly kinds: readonly Kind[] }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const refresh = useRefresh()
  const missing = useNeedsRole(postDisputeAnswer.roles)
  const [kind, setKind] = useState<Kind>(kinds[0]!)
  const [text, setText] = useState('')
  const { id, version, language } = dispute
  const form = useForm({
    fields: ['text'],
    controlled: { values: { text }, change: (changes) => setText(changes['text'] ?? '') },
    send: async () => {
      await api.call(CALLS[kind], { params: { id: String(id) }, body: { version, text } })
      setText('')
      refresh()
    },
  })
  return (
    <form {...form.props} className="stack gap-4">
      <KindField kind={kind} kinds={kinds} onChange={setKind} />
      <TextAreaField
        label={t('disputes.text')}
        hint={kind === 'note' ? t('disputes.noteHint') : t('disputes.textHint', { language })}
        {...form.field('text')}
        maxLength={LONGEST_DISPUTE_TEXT}
        rows={5}
        required
      />
      {kind !== 'note' && !seemsWrittenIn(text, language) && (
        <Note tone="orange" live>
          {t('disputes.otherLanguage', { language })}
        </Note>
      )}
      <FormFailure form={form} />
      <div className="decision">
        <Button type="submit" variant="primary" busy={form.isSending} disabledReason={missing}>
          {t(`disputes.sends.${kind}`)}
        </Button>
      </div>
    </form>
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
