import type { TemplateUse } from '@partner-office/contracts'
import { fillTemplate, openPlaceholders, type Placeholder } from '@partner-office/domain'
import { Button, Note, TextField } from '@partner-office/ui'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { languageText } from '../lib/languages.ts'
import { seemsWrittenIn } from '../lib/written-language.ts'
import { TemplateChoice } from './template-choice.tsx'

type AnswerTextProps = {
  readonly use: TemplateUse
  /** The language of the partner. */
  readonly language: string
  readonly values: Readonly<Partial<Record<Placeholder, string>>>
  readonly text: string
  readonly onChange: (text: string) => void
  /** The field of the text. */
  readonly children: ReactNode
}

/**
 * A text to a partner: templates above its field, and below it the value that a template leaves open and a warning about another
 * language.
 *
 * Source: requirements DSP-006, INB-005.
 */
export function AnswerText(props: AnswerTextProps) {
  const { use, language, values, text, onChange, children } = props
  const { t } = useTranslation()
  return (
    <>
      <TemplateChoice use={use} language={language} values={values} onChoose={onChange} />
      {children}
      {openPlaceholders(text).includes('amount') && (
        <AmountField onFill={(amount) => onChange(fillTemplate(text, { amount }))} />
      )}
      {!seemsWrittenIn(text, language) && (
        <Note tone="orange" live>
          {t('templates.notWrittenIn', { language: languageText(language) })}
        </Note>
      )}
    </>
  )
}

/** The amount that a template speaks of. */
function AmountField({ onFill }: { readonly onFill: (amount: string) => void }) {
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

/** Why a text with open placeholders cannot be sent. */
export function useOpenPlaceholders(text: string): string | undefined {
  const { t } = useTranslation()
  const open = openPlaceholders(text)
  const names = open.map((name) => `{${name}}`).join(', ')
  return open.length > 0 ? t('inbox.openPlaceholders', { names }) : undefined
}
