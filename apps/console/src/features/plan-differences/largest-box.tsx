import type { LargestChange } from '@partner-office/contracts'
import { rankDisplayName } from '@partner-office/domain'
import { Button, Table } from '@partner-office/ui'
import { Box } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

import { useProgrammeName } from '../../lib/programme-name.ts'
import { PartnerLink } from '../../parts/partner-name.tsx'
import { ScrollRows } from '../../parts/scroll-rows.tsx'
import { Coins, Eur } from './eur-text.tsx'

type Props = {
  readonly title: string
  readonly changes: readonly LargestChange[]
  readonly onExplain: (change: LargestChange) => void
}

/** The largest changes one way. Source: requirements PLN-013. */
export function LargestBox({ title, changes, onExplain }: Props) {
  const { t } = useTranslation()
  return (
    <Box title={title} isFlush={changes.length > 0}>
      {changes.length === 0 ? (
        <p className="muted">{t('planDifferences.noChange')}</p>
      ) : (
        <ScrollRows label={title}>
          <Table
            caption={title}
            columns={[
              { text: t('planDifferences.partner') },
              { text: t('planDifferences.rank') },
              { text: t('months.programme') },
              { text: t('planDifferences.real'), isFigure: true },
              { text: t('planDifferences.draft'), isFigure: true },
              { text: t('planDifferences.difference'), isFigure: true },
            ]}
          >
            {changes.map((change) => (
              <Row
                key={`${change.partnerId} ${change.type}`}
                change={change}
                onExplain={() => onExplain(change)}
              />
            ))}
          </Table>
        </ScrollRows>
      )}
    </Box>
  )
}

type RowProps = { readonly change: LargestChange; readonly onExplain: () => void }

function Row({ change, onExplain }: RowProps) {
  const { t } = useTranslation()
  const nameOf = useProgrammeName()
  const { partnerId, name, rank, type, sides, realEur, draftEur, differenceEur } = change
  const figures = [
    ['real', realEur],
    ['draft', draftEur],
    ['difference', differenceEur],
  ] as const
  return (
    <tr>
      <th scope="row">
        <PartnerLink partnerId={partnerId} partnerName={name} />
        <div>
          <Button
            size="sm"
            aria-label={t('planDifferences.explainOf', { name, programme: nameOf(type) })}
            onClick={onExplain}
          >
            {t('planDifferences.explain')}
          </Button>
        </div>
      </th>
      <td>{rankDisplayName(rank)}</td>
      <td>{nameOf(type)}</td>
      {figures.map(([side, eur]) => (
        <Figure key={side} side={side} eur={eur} sides={sides} />
      ))}
    </tr>
  )
}

type FigureProps = Pick<LargestChange, 'sides'> & {
  readonly side: 'real' | 'draft' | 'difference'
  readonly eur: string | null
}

function Figure({ side, eur, sides }: FigureProps) {
  const isChange = side === 'difference'
  return (
    <td className="figure-cell">
      {eur !== null && <Eur eur={eur} isChange={isChange} />}
      {sides.map((each) => (
        <div key={each.currency} className="caption">
          <Coins amount={each[side]} currency={each.currency} isChange={isChange} />
        </div>
      ))}
    </td>
  )
}
