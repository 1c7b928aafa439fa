import type { TeamPictureNode } from '@partner-office/contracts'
import { Avatar, Icon, Money, Table } from '@partner-office/ui'
import { useTranslation } from 'react-i18next'

import { fullNameOf } from '../../../lib/session/profile.ts'
import { useFormat } from '../../../lib/formats/use-format.ts'
import { Dash } from '../../../parts/figures/dash.tsx'
import { centsToEur } from '../../../parts/figures/eur.ts'
import { leftOut, lineSize } from './picture-layout.ts'
import { type PictureLook, toneOf, useKind } from './picture-look.ts'
import { usePictureFormat } from './use-picture-format.ts'

type PictureListProps = {
  readonly top: TeamPictureNode
  readonly look: PictureLook
  readonly onZoom: (person: TeamPictureNode) => void
}

/** The first line of the picture as a table, with the same figures. */
export function PictureList({ top, look, onZoom }: PictureListProps) {
  const { t } = useTranslation()
  const isTurnover = look.measure === 'turnover'
  return (
    <details className="card flush picture-list" open>
      <summary className="in-row between">
        <span className="heading-3">{t('teamPicture.asList')}</span>
        <Icon name="down" size={18} />
      </summary>
      <Table
        caption={t(isTurnover ? 'teamPicture.nextByTurnover' : 'teamPicture.nextByPeople')}
        columns={[
          { text: t('rule.partner') },
          {
            text: t(look.colour === 'rank' ? 'team.rank' : 'team.status'),
            className: 'only-tablet',
          },
          {
            text: t(isTurnover ? 'teamPicture.turnoverHead' : 'teamPicture.peopleHead'),
            isFigure: true,
          },
          { text: t('rule.share'), isFigure: true },
          { text: t('teamPicture.largest'), className: 'only-tablet' },
        ]}
      >
        {top.children.map((person) => (
          <PersonRow key={person.id} person={person} look={look} onZoom={onZoom} />
        ))}
        {top.more && <RestRow more={top.more} look={look} />}
      </Table>
    </details>
  )
}

type PersonRowProps = Pick<PictureListProps, 'look' | 'onZoom'> & {
  readonly person: TeamPictureNode
}

function PersonRow({ person, look, onZoom }: PersonRowProps) {
  const format = usePictureFormat()
  const kind = useKind(look.colour)(person)
  const [largest] = person.children
  const name = format.name(person)
  return (
    <tr>
      <th scope="row">
        <span className="in-row gap-3">
          <Avatar name={fullNameOf(person)} src={person.avatar} />
          <span>
            {person.flSize > 0 ? (
              <button
                type="button"
                className="medium-weight picture-name"
                onClick={() => onZoom(person)}
              >
                <bdi>{name}</bdi>
              </button>
            ) : (
              <span className="medium-weight block">
                <bdi>{name}</bdi>
              </span>
            )}
            <span className="caption only-phone block">{kind}</span>
          </span>
        </span>
      </th>
      <td className="only-tablet">
        <span className="in-row">
          <i className="swatch wash" data-tone={toneOf(person, look.colour)} />
          {kind}
        </span>
      </td>
      <SizeCells size={lineSize(person, look.measure)} look={look} />
      <td className="only-tablet subdued">
        {largest === undefined ? <Dash /> : <bdi>{format.name(largest)}</bdi>}
      </td>
    </tr>
  )
}

function RestRow({
  more,
  look,
}: {
  more: NonNullable<TeamPictureNode['more']>
  look: PictureLook
}) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">
        <span className="in-row gap-3">
          <span className="avatar more digits" aria-hidden="true">
            +{more.people}
          </span>
          <span className="medium-weight">{t('team.more', { count: more.people })}</span>
        </span>
      </th>
      <td className="only-tablet">
        <Dash />
      </td>
      <SizeCells size={leftOut(more, look.measure)} look={look} />
      <td className="only-tablet">
        <Dash />
      </td>
    </tr>
  )
}

function SizeCells({ size, look }: { size: bigint; look: PictureLook }) {
  const { amount } = useFormat()
  const format = usePictureFormat()
  const { whole, fraction } = amount(centsToEur(size), 'EUR')
  return (
    <>
      <td className="figure-cell">
        {look.measure === 'turnover' ? (
          <Money whole={whole} fraction={fraction} />
        ) : (
          format.figure(size, 'people')
        )}
      </td>
      <td className="figure-cell">{format.percent(size, look.whole)}</td>
    </>
  )
}
