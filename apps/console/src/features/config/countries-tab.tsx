import { type CallReply, getConsoleCountries, putConsoleCountries } from '@partner-office/contracts'
import { Button, Checkbox, Dialog, Note, useToast, VisuallyHidden } from '@partner-office/ui'
import { WithPanel } from '@partner-office/ui/console'
import { Loaded } from '@partner-office/web'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useConsole } from '../../lib/console.ts'
import { listText } from '../../lib/instants.ts'
import { countryText } from '../../lib/countries.ts'
import { countText } from '../../lib/figures.ts'
import { queryOf } from '../../lib/query-of.ts'
import { sortedBy } from '../../lib/sorted-by.ts'
import { useAct } from '../../lib/use-act.ts'
import { ActNote } from '../../parts/act-note.tsx'
import { ExportButton } from '../../parts/export-button.tsx'
import { ListTable } from '../../parts/list-table.tsx'
import { useNeedsRole } from '../../parts/use-needs-role.ts'
import { PATHS } from '../../paths.ts'
import { ResidentsPanel } from './residents-panel.tsx'
import { useConfigSearch } from './use-config-search.ts'

type Countries = CallReply<typeof getConsoleCountries>
type Country = Countries['content'][number]
type Marks = { readonly barred: ReadonlySet<string>; readonly restricted: ReadonlySet<string> }

const SORTED = ['code', 'partners'] as const
const COLUMNS = ['code', 'partners', 'barred', 'restricted'] as const

/** All countries: who lives there, and which are barred from registration or from buying. Source: requirements CNF-009. */
export function CountriesTab() {
  const { api } = useConsole()
  const { search, change } = useConfigSearch()
  const countries = useQuery(queryOf(api, getConsoleCountries))
  const chosen = countries.data?.content.find(({ code }) => code === search.open)
  return (
    <WithPanel
      panel={
        chosen === undefined ? null : (
          <ResidentsPanel
            key={chosen.code}
            code={chosen.code}
            partners={chosen.partners}
            onClose={() => change({ open: undefined })}
          />
        )
      }
    >
      <Loaded query={countries} placeholder={480} isCard>
        {(shown) => <CountryList key={shown.version} countries={shown} />}
      </Loaded>
    </WithPanel>
  )
}

const marksOf = ({ content }: Countries): Marks => ({
  barred: new Set(content.filter(({ barred }) => barred).map(({ code }) => code)),
  restricted: new Set(content.filter(({ restricted }) => restricted).map(({ code }) => code)),
})

function CountryList({ countries }: { readonly countries: Countries }) {
  const { t } = useTranslation()
  const { search, change } = useConfigSearch()
  const stored = marksOf(countries)
  const [marks, setMarks] = useState(stored)
  const columns = useColumns(marks, setMarks)
  const { sort = 'code', order = 'ascending' } = search
  const { content } = countries
  const changes = content.filter(
    ({ code, barred, restricted }) =>
      barred !== marks.barred.has(code) || restricted !== marks.restricted.has(code),
  )
  return (
    <>
      <div className="filter-bar" role="group" aria-label={t('filters.label')}>
        <SaveCountries countries={countries} marks={marks} changes={changes} />
        <span className="push">
          <ExportButton list="countries" filters={{ sort, order }} columns={COLUMNS} />
        </span>
      </div>
      <ListTable
        caption={t('config.countries')}
        columns={columns}
        hidden={[]}
        rows={sortedBy(content, { sort: SORTED.find((one) => one === sort), order })}
        total={content.length}
        keyOf={({ code }) => code}
        nameOf={({ code }) => countryText(code)}
        open={search.open}
        sort={{ column: sort, direction: order }}
        onSort={({ column, direction }) => change({ sort: column, order: direction })}
        link={({ code }, attributes) => (
          <Link
            {...attributes}
            from={PATHS.config}
            to="."
            search={(before) => ({ ...before, open: code })}
            className="row-name"
          />
        )}
        empty={t('table.none')}
      />
    </>
  )
}

function useColumns(marks: Marks, onChange: (marks: Marks) => void) {
  const { t } = useTranslation()
  const needsRole = useNeedsRole(putConsoleCountries.roles)
  const turn = (mark: keyof Marks, code: string): void => {
    const turned = new Set(marks[mark])
    if (!turned.delete(code)) turned.add(code)
    onChange({ ...marks, [mark]: turned })
  }
  const box = (mark: keyof Marks) => ({
    name: mark,
    head: t(`countries.${mark}`),
    cell: ({ code }: Country) => (
      <Checkbox
        label={
          <VisuallyHidden>
            {t(`countries.${mark}Named`, { name: countryText(code) })}
          </VisuallyHidden>
        }
        checked={marks[mark].has(code)}
        disabled={needsRole !== undefined}
        onChange={() => turn(mark, code)}
      />
    ),
  })
  return [
    {
      name: 'code',
      head: t('countries.country'),
      isSortable: true,
      cell: ({ code }: Country) => (
        <>
          {countryText(code)} <span className="muted">{code}</span>
        </>
      ),
    },
    {
      name: 'partners',
      head: t('countries.partners'),
      isSortable: true,
      isFigure: true,
      cell: ({ partners }: Country) => countText(partners),
    },
    box('barred'),
    box('restricted'),
  ]
}

type SaveProps = {
  readonly countries: Countries
  readonly marks: Marks
  readonly changes: readonly Country[]
}

/** Saves the marks after a look at the partners who live in the countries that change. */
function SaveCountries(props: SaveProps) {
  const { changes } = props
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const needsRole = useNeedsRole(putConsoleCountries.roles)
  return (
    <>
      <Button
        size="sm"
        title={needsRole}
        disabledReason={needsRole ?? (changes.length === 0 ? t('config.unchanged') : undefined)}
        onClick={() => setAsking(true)}
      >
        {t('countries.save', { count: changes.length })}
      </Button>
      {isAsking && <ConfirmCountries {...props} onClose={() => setAsking(false)} />}
    </>
  )
}

function ConfirmCountries({
  countries,
  marks,
  changes,
  onClose,
}: SaveProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const act = useSave(countries.version, onClose)
  return (
    <Dialog
      title={t('countries.saveTitle')}
      closeLabel={t('common.cancel')}
      onClose={onClose}
      footer={(leave) => (
        <>
          <Button variant="ghost" onClick={leave}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" busy={act.isBusy} onClick={() => act.run(marks)}>
            {t('config.save')}
          </Button>
        </>
      )}
    >
      <div className="stack gap-4">
        <Note tone="orange">
          {t('countries.touched', {
            count: changes.reduce((sum, { partners }) => sum + partners, 0),
            countries: listText(
              changes.map(({ code }) => countryText(code)),
              'conjunction',
            ),
          })}
        </Note>
        <ActNote act={act} notDone={t('countries.notSaved')} roles={putConsoleCountries.roles} />
      </div>
    </Dialog>
  )
}

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each))

function useSave(version: string, onDone: () => void) {
  const { t } = useTranslation()
  const { api } = useConsole()
  const toast = useToast()
  const queries = useQueryClient()
  return useAct<Marks, object>({
    send: ({ barred, restricted }) =>
      api.call(putConsoleCountries, {
        body: { barred: [...barred], restricted: [...restricted], version },
      }),
    lookUp: async (wanted) => {
      const now = marksOf(await api.call(getConsoleCountries))
      const isSame = (mark: keyof Marks) => isSameSet(now[mark], wanted[mark])
      return isSame('barred') && isSame('restricted') ? {} : null
    },
    // The list begins anew with what is stored. A mark that is made before would be lost.
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: [getConsoleCountries.path] })
      toast.success({ title: t('countries.saved') })
      onDone()
    },
  })
}
