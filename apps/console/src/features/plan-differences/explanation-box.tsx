import {
  type DifferenceFilter,
  EXPLAINED_STEPS,
  type ExplainedDifference,
  type ExplanationPart,
  getPlanDifferenceExplanation,
  type LargestChange,
} from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { Button, Table } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { queryOf } from '../../lib/query-of.ts'
import { amountText } from '../../lib/figures.ts'
import { useProgrammeName } from '../../lib/programme-name.ts'
import { Amount } from '../../parts/amount.tsx'
import { ScrollRows } from '../../parts/scroll-rows.tsx'

type Props = {
  readonly id: string
  readonly change: Pick<LargestChange, 'partnerId' | 'name' | 'type'>
  readonly filter: Pick<DifferenceFilter, 'month' | 'currency'>
  readonly onClose: () => void
}

/** Both explanations of a partner's amounts side by side; the first step that differs is marked. Source: requirements PLN-013. */
export function ExplanationBox({ id, change: { partnerId, name, type }, filter, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const nameOf = useProgrammeName()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [partnerId, type])
  const query = { partnerId: String(partnerId), type, ...filter }
  const explained = useQuery(queryOf(api, getPlanDifferenceExplanation, { params: { id }, query }))
  const title = t('planDifferences.explanationOf', { name, programme: nameOf(type) })
  return (
    <div ref={box} tabIndex={-1}>
      <Box
        title={title}
        detail={t('planDifferences.explanationHint')}
        actions={
          <Button size="sm" onClick={onClose}>
            {t('common.close')}
          </Button>
        }
        isFlush
      >
        <Loaded
          query={explained}
          placeholder={200}
          titles={{ not_found: 'planDifferences.notFound' }}
        >
          {({ content }) => (
            <div className="stack gap-4">
              {content.map((amount) => (
                <Explained key={`${amount.month} ${amount.currency}`} amount={amount} type={type} />
              ))}
            </div>
          )}
        </Loaded>
      </Box>
    </div>
  )
}

type ExplainedProps = { readonly amount: ExplainedDifference } & Pick<LargestChange, 'type'>

const SHOWN = EXPLAINED_STEPS.filter((step) => step !== 'part')

/** The steps of both sides in panes beside each other, with the same rows and columns. */
function Explained({ amount, type }: ExplainedProps) {
  const given = amount.parts.flatMap(({ real, draft }) => [real, draft])
  const steps = SHOWN.filter((step) => given.some((part) => (part?.[step] ?? null) !== null))
  return (
    <div className="panes">
      {(['real', 'draft'] as const).map((side) => (
        <Pane key={side} side={side} steps={steps} amount={amount} type={type} />
      ))}
    </div>
  )
}

type Steps = { readonly steps: typeof SHOWN }
type PaneProps = ExplainedProps & Steps & { readonly side: 'real' | 'draft' }

function Pane({ side, steps, amount, type }: PaneProps) {
  const { t } = useTranslation()
  const { month, currency, parts, first } = amount
  const name = t(`planDifferences.${side}`)
  const caption = `${month}, ${currency}: ${name}`
  return (
    <ScrollRows label={caption}>
      <Table
        className="whole-words"
        caption={caption}
        columns={[
          { text: caption },
          ...steps.map((step) => ({ text: t(`planDifferences.steps.${step}`), isFigure: true })),
        ]}
      >
        {parts.map((part, at) => (
          <Part
            key={at}
            steps={steps}
            part={part[side]}
            label={(part.real ?? part.draft)!}
            type={type}
            marked={first?.part === at ? first.step : null}
            currency={currency}
          />
        ))}
        <tr>
          <th scope="row">{t('planDifferences.sum')}</th>
          <td colSpan={steps.length} className="figure-cell">
            <Amount amount={amount[side]} currency={currency} />
          </td>
        </tr>
      </Table>
    </ScrollRows>
  )
}

type PartProps = Steps & {
  readonly part: ExplanationPart | null
  /** A part with the same key. */
  readonly label: ExplanationPart
  readonly marked: (typeof EXPLAINED_STEPS)[number] | null
  readonly currency: string
} & Pick<LargestChange, 'type'>

function Part({ steps, part, label, marked, currency, type }: PartProps) {
  const { t } = useTranslation()
  const name = usePartText()(type, label)
  return (
    <tr>
      <th scope="row">{marked === 'part' ? <Marked text={name} /> : name}</th>
      {part === null ? (
        <td colSpan={steps.length}>{t('planDifferences.noPart')}</td>
      ) : (
        steps.map((step) => (
          <td key={step} className="figure-cell digits">
            {marked === step ? (
              <Marked text={stepText(part, step, currency)} />
            ) : (
              stepText(part, step, currency)
            )}
          </td>
        ))
      )}
    </tr>
  )
}

/** The first step that differs, also for who does not see the colour. */
function Marked({ text }: { readonly text: string }) {
  const { t } = useTranslation()
  return (
    <>
      <mark>{text}</mark> <span className="visually-hidden">{t('planDifferences.firstStep')}</span>
    </>
  )
}

function stepText(part: ExplanationPart, step: (typeof SHOWN)[number], currency: string): string {
  const value = part[step]
  if (value === null) return '–'
  if (step === 'rank') return rankDisplayName(String(value))
  if (step === 'percent') return `${value} %`
  return step === 'amount' ? amountText(String(value), currency) : String(value)
}

/** Names a part of a programme's amount. */
function usePartText(): (type: LargestChange['type'], part: ExplanationPart) => string {
  const { t } = useTranslation()
  return (type, { key }) => {
    switch (type) {
      case 'DIRECT':
      case 'TEAM':
        return t('planDifferences.parts.level', { level: key })
      case 'TURNOVER':
        return rankDisplayName(key)
      case 'UCHAIN_INFINITY':
        return t('planDifferences.parts.paidBefore', { percent: key })
      case 'DIAMOND_POOL':
        return t('planDifferences.parts.pool', { pool: key })
      case 'CYCLED_TURBO':
        return t('planDifferences.parts.window', { window: key })
      default:
        return t('planDifferences.parts.target')
    }
  }
}
