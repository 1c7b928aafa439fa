import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

type ViewsProps = {
  readonly title: string
  /** Id of the title. */
  readonly id: string
  readonly level?: 'h2' | 'h3'
  readonly chart: ReactNode
  readonly table: ReactNode
}

/** Figures under a title, as a chart or as a table, so that every value is also a text. */
export function ChartOrTable({ title, id, level: Title = 'h2', chart, table }: ViewsProps) {
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  return (
    <>
      <div className="in-row between wrap">
        <Title className={Title === 'h2' ? 'heading-2' : 'heading-3'} id={id}>
          {title}
        </Title>
        <div className="segments" role="group" aria-label={t('chart.views')}>
          <button type="button" aria-pressed={!isTable} onClick={() => setTable(false)}>
            {t('chart.chart')}
          </button>
          <button type="button" aria-pressed={isTable} onClick={() => setTable(true)}>
            {t('chart.table')}
          </button>
        </div>
      </div>
      {isTable ? table : chart}
    </>
  )
}
