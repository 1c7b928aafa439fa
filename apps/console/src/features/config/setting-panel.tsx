import { type CallReply, getSettingHistory, type Setting } from '@partner-office/contracts'
import { KeyValues, Table } from '@partner-office/ui'
import { Loaded } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { Instant } from '../../lib/instant.tsx'
import { queryOf } from '../../lib/query-of.ts'
import { ProposalLink } from '../../parts/proposal-link.tsx'
import { RowDrawer } from '../../parts/row-drawer.tsx'
import { ScrollRows } from '../../parts/scroll-rows.tsx'
import { SettingEditor } from './setting-editor.tsx'

type SettingPanelProps = { readonly setting: Setting; readonly onClose: () => void }

/** One setting: what it means and accepts, its value, a form for another, and its history. */
export function SettingPanel({ setting, onClose }: SettingPanelProps) {
  const { t } = useTranslation()
  const { name, meaning, accepts, group, audience } = setting
  return (
    <RowDrawer row={name} title={<bdi>{name}</bdi>} onClose={onClose}>
      <p>{meaning}</p>
      <KeyValues
        items={[
          { label: t('config.group'), value: group },
          { label: t('config.accepts'), value: accepts },
          {
            label: t('config.default'),
            value: (
              <bdi className="stored-value">
                {setting.default === '' ? t('config.empty') : setting.default}
              </bdi>
            ),
          },
          { label: t('config.readBy'), value: t(`config.audiences.${audience}`) },
        ]}
      />
      <SettingEditor setting={setting} />
      <History name={name} />
    </RowDrawer>
  )
}

/** The values that the setting had. Source: requirements CNF-004. */
function History({ name }: { readonly name: string }) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const history = useQuery(queryOf(api, getSettingHistory, { params: { name } }))
  return (
    <section className="stack gap-1">
      <h3 className="heading-3">{t('config.history')}</h3>
      <Loaded query={history} placeholder={80}>
        {({ content }) =>
          content.length === 0 ? (
            <p className="muted">{t('config.neverSet')}</p>
          ) : (
            <ScrollRows label={t('config.history')}>
              <Table
                isBare
                caption={t('config.history')}
                columns={[
                  { text: t('config.value') },
                  { text: t('config.setAt') },
                  { text: t('config.setBy') },
                  { text: t('audit.proposal'), isFigure: true },
                ]}
              >
                {content.map((set, place) => (
                  <SetValue key={place} {...set} />
                ))}
              </Table>
            </ScrollRows>
          )
        }
      </Loaded>
    </section>
  )
}

type SetValueProps = CallReply<typeof getSettingHistory>['content'][number]

function SetValue({ value, at, actor, proposal }: SetValueProps) {
  const { t } = useTranslation()
  return (
    <tr>
      <th scope="row">{value === null ? t('config.defaultAgain') : value}</th>
      <td>{at === null ? '–' : <Instant at={at} />}</td>
      <td>{actor === null ? '–' : <bdi>{actor}</bdi>}</td>
      <td className="figure-cell">
        {proposal === null ? '–' : <ProposalLink id={String(proposal)} />}
      </td>
    </tr>
  )
}
