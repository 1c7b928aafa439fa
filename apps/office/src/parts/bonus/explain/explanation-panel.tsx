import type { BonusExplanation } from '@partner-office/contracts'
import type { BonusType } from '@partner-office/domain'
import { Button, Dialog, EmptyNotice, SkeletonText } from '@partner-office/ui'
import { codeOf, errorText, Loaded, useCopy } from '@partner-office/web'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../../lib/session/office.ts'
import './explain.css'
import { type Explained, explanationQuery } from './explanation-query.ts'
import { ExplanationView } from './explanation-view.tsx'
import { useExplanationText } from './use-explanation-text.ts'

type PanelProps = {
  readonly of: Explained
  /** Type of bonus that comes first, where an order gave several. */
  readonly first?: BonusType
  readonly onClose: () => void
}

/** Explains how an amount was computed, or why an order gave nothing. */
export function ExplanationPanel({ of, first, onClose }: PanelProps) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const query = useQuery({
    ...explanationQuery(api, of),
    select: (explanations) => withFirst(explanations, first),
  })
  return (
    <Dialog
      panel
      title={t('explain.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={query.data && <CopyButton explanations={query.data} />}
    >
      <Explanations query={query} />
    </Dialog>
  )
}

const withFirst = (
  explanations: readonly BonusExplanation[],
  first: BonusType | undefined,
): readonly BonusExplanation[] => {
  const isFirst = ({ bonusType }: BonusExplanation): number => Number(bonusType === first)
  return explanations.toSorted((a, b) => isFirst(b) - isFirst(a))
}

type ExplanationsProps = { readonly query: UseQueryResult<readonly BonusExplanation[]> }

function Explanations({ query }: ExplanationsProps) {
  const { t, i18n } = useTranslation()
  if (query.isError && codeOf(query.error) === 'not_found') {
    return <EmptyNotice title={t('explain.missing')} hint={t('explain.missingHint')} />
  }
  return (
    <Loaded
      query={query}
      placeholder={<SkeletonText lines={8} />}
      text={errorText(i18n, codeOf(query.error))}
    >
      {(explanations) => (
        <div className="explain">
          {explanations.map((explanation) => (
            <ExplanationView key={explanation.bonusType} explanation={explanation} />
          ))}
        </div>
      )}
    </Loaded>
  )
}

function CopyButton({ explanations }: { readonly explanations: readonly BonusExplanation[] }) {
  const { t } = useTranslation()
  const copy = useCopy()
  const textOf = useExplanationText()
  return (
    <Button icon="copy" onClick={() => copy(explanations.map(textOf).join('\n\n'))}>
      {t('explain.copy')}
    </Button>
  )
}
