import type { UnilevelPercent } from '@partner-office/contracts'
import { useTranslation } from 'react-i18next'

const LABELS = {
  direct: 'unilevel.label.direct',
  'level 1': 'unilevel.label.level1',
  'level 2': 'unilevel.label.level2',
  'level 3': 'unilevel.label.level3',
  'direct (level 1)': 'unilevel.label.directLevel1',
  'levels 4-5': 'unilevel.label.levels4to5',
  'levels 6-15': 'unilevel.label.levels6to15',
} as const

/** Names of levels, and the lines whose orders they pay for. Source: requirements BON-018, BON-020; decisions D-051. */
export function useLevelTexts() {
  const { t } = useTranslation()
  return {
    // A plan may have labels that no translation knows.
    labelOf: ({ label }: UnilevelPercent): string =>
      label in LABELS ? t(LABELS[label as keyof typeof LABELS]) : label,
    hintOf: ({ depthFrom, depthTo }: UnilevelPercent): string =>
      depthFrom === depthTo
        ? t('unilevel.line', { line: depthFrom })
        : t('unilevel.lines', { from: depthFrom, to: depthTo }),
  }
}
