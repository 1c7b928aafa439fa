import { Button, Dialog, ErrorNotice, Loader, SkeletonText } from '@partner-office/ui'
import { codeOf, errorText } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../../lib/office.ts'
import { useCopy } from '../../../lib/use-copy.ts'
import './explain.css'
import { type Explained, explanationQuery } from './explanation-query.ts'
import { ExplanationView } from './explanation-view.tsx'
import { useExplanationText } from './use-explanation-text.ts'

type PanelProps = { readonly of: Explained; readonly onClose: () => void }

/** How an amount came about, down to the order, or why an order brought nothing. */
export function ExplanationPanel({ of, onClose }: PanelProps) {
  const { t } = useTranslation()
  const { api } = useOffice()
  const copy = useCopy()
  const textOf = useExplanationText()
  const { data } = useQuery(explanationQuery(api, of))
  return (
    <Dialog
      panel
      title={t('explain.title')}
      closeLabel={t('common.close')}
      onClose={onClose}
      footer={
        data && (
          <Button icon="copy" onClick={() => copy(data.map(textOf).join('\n\n'))}>
            {t('explain.copy')}
          </Button>
        )
      }
    >
      <Content of={of} />
    </Dialog>
  )
}

function Content({ of }: Pick<PanelProps, 'of'>) {
  const { t, i18n } = useTranslation()
  const { api } = useOffice()
  const query = useQuery(explanationQuery(api, of))
  if (query.isPending) {
    return (
      <Loader label={t('common.loading')}>
        <SkeletonText lines={8} />
      </Loader>
    )
  }
  if (query.isError) {
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
  return (
    <div className="explain">
      {query.data.map((explanation) => (
        <ExplanationView key={explanation.bonusType} explanation={explanation} />
      ))}
    </div>
  )
}
