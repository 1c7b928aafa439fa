import type { BonusExplanation } from '@partner-office/contracts'
import type { BonusType } from '@partner-office/domain'
import { Button, Dialog, EmptyNotice, ErrorNotice, Loader, SkeletonText } from '@partner-office/ui'
import { codeOf, errorText } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../../lib/office.ts'
import { useCopy } from '../../../lib/use-copy.ts'
import './explain.css'
import { type Explained, explanationQuery } from './explanation-query.ts'
import { ExplanationView } from './explanation-view.tsx'
import { useExplanationText } from './use-explanation-text.ts'

type PanelProps = {
  readonly of: Explained
  /** The kind of bonus that is explained first, where an order brought several. */
  readonly first?: BonusType
  readonly onClose: () => void
}

/** How an amount came about, down to the order, or why an order brought nothing. */
export function ExplanationPanel({ of, first, onClose }: PanelProps) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const copy = useCopy()
  const textOf = useExplanationText()
  const { data } = useQuery(explanationQuery(api, of))
  const isFirst = ({ bonusType }: BonusExplanation): number => Number(bonusType === first)
  const explanations = data?.toSorted((a, b) => isFirst(b) - isFirst(a))
  return (
    <Dialog
      panel
      title={t('explain.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={
        explanations && (
          <Button icon="copy" onClick={() => copy(explanations.map(textOf).join('\n\n'))}>
            {t('explain.copy')}
          </Button>
        )
      }
    >
      {explanations === undefined ? (
        <Waiting of={of} />
      ) : (
        <div className="explain">
          {explanations.map((explanation) => (
            <ExplanationView key={explanation.bonusType} explanation={explanation} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

/** The answer is on its way, or has not come. */
function Waiting({ of }: Pick<PanelProps, 'of'>) {
  const { t, i18n } = useTranslation()
  const { api } = useOffice()
  const query = useQuery(explanationQuery(api, of))
  if (!query.isError) {
    return (
      <Loader label={t('common.loading')}>
        <SkeletonText lines={8} />
      </Loader>
    )
  }
  if (codeOf(query.error) === 'not_found') {
    return <EmptyNotice title={t('explain.missing')} hint={t('explain.missingHint')} />
  }
  return (
    <ErrorNotice
      title={t('key00022')}
      text={errorText(i18n, codeOf(query.error))}
      retryLabel={t('common.retry')}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}
