import type { ListedDraft, LoadedPlanVersion } from '@partner-office/contracts'
import { buttonClass, SelectField } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { PATHS } from '../../paths.ts'

type ChooseProps = {
  readonly versions: readonly LoadedPlanVersion[]
  readonly drafts: readonly ListedDraft[]
}

/** Two versions, or a version and a draft, to compare. Source: requirements PLN-003. */
export function ChooseComparison({ versions, drafts }: ChooseProps) {
  const { t } = useTranslation()
  const all = [
    ...versions.map(({ version }) => ({
      value: `version-${version}`,
      text: t('plan.versionOne', { version }),
    })),
    ...drafts.map(({ id, name }) => ({ value: `draft-${id}`, text: t('plan.draftOne', { name }) })),
  ]
  const inForce = versions.find(({ state }) => state === 'IN_FORCE')?.version
  const [before, setBefore] = useState(`version-${inForce ?? 1}`)
  const [after, setAfter] = useState(
    drafts[0] === undefined ? all[0]!.value : `draft-${drafts[0].id}`,
  )
  const options = all.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  ))
  return (
    <Box title={t('plan.compare')}>
      <div className="plan-choice">
        <SelectField
          label={t('plan.before')}
          value={before}
          onChange={({ target }) => setBefore(target.value)}
        >
          {options}
        </SelectField>
        <SelectField
          label={t('plan.after')}
          value={after}
          onChange={({ target }) => setAfter(target.value)}
        >
          {options}
        </SelectField>
        <Link
          to={PATHS.planComparison}
          search={{ before, after }}
          className={buttonClass({ variant: 'secondary' })}
        >
          {t('plan.compareNow')}
        </Link>
      </div>
    </Box>
  )
}
