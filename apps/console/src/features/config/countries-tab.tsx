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
const MARKS = ['barred', 'restricted'] as const
type Mark = (typeof MARKS)[number]
/** The countries with each mark. */
type Marked = Readonly<Record<Mark, ReadonlySet<string>>>
/** What the operator wants otherwise than it is stored, by country: it outlasts a list that is read anew. */
type Wanted = ReadonlyMap<string, Partial<Readonly<Record<Mark, boolean>>>>

const NONE: Wanted = new Map()

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
        {(stored) => <CountryList countries={stored} />}
      </Loaded>
    </WithPanel>
  )
}

const markedIn = (content: readonly Country[]): Marked => ({
  barred: new Set(content.filter(({ barred }) => barred).map(({ code }) => code)),
  restricted: new Set(content.filter(({ restricted }) => restricted).map(({ code }) => code)),
})

function CountryList({ countries }: { readonly countries: Countries }) {
  const { t } = useTranslation()
  const { search, change } = useConfigSearch()
  const [wanted, setWanted] = useState(NONE)
  const { content: stored, version } = countries
  const content = stored.map((country) => ({ ...country, ...wanted.get(country.code) }))
  const columns = useColumns((mark, country) => {
    const { [mark]: _turned, ...others } = wanted.get(country.code) ?? {}
    const was = stored.find(({ code }) => code === country.code)?.[mark]
    const own = was === country[mark] ? { ...others, [mark]: !was } : others
    setWanted(new Map(wanted).set(country.code, own))
  })
  const { sort = 'code', order = 'ascending' } = search
  const changes = stored.filter((country) =>
    MARKS.some((mark) => wanted.get(country.code)?.[mark] === !country[mark]),
  )
  return (
    <>
      <div className="filter-bar" role="group" aria-label={t('filters.label')}>
        <SaveCountries
          version={version}
          marked={markedIn(content)}
          changes={changes}
          onSaved={() => setWanted(NONE)}
        />
        <span className="push">
          <ExportButton list="countries" filters={{ sort, order }} columns={COLUMNS} />
        </span>
      </div>
      <ListTable
        caption={t('config.countries')}
        columns={columns}
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

function useColumns(onTurn: (mark: Mark, country: Country) => void) {
  const { t } = useTranslation()
  const needsRole = useNeedsRole(putConsoleCountries.roles)
  const box = (mark: Mark) => ({
    name: mark,
    head: t(`countries.${mark}`),
    cell: (country: Country) => (
      <Checkbox
        label={
          <VisuallyHidden>
            {t(`countries.${mark}Named`, { name: countryText(country.code) })}
          </VisuallyHidden>
        }
        checked={country[mark]}
        disabled={needsRole !== undefined}
        onChange={() => onTurn(mark, country)}
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
  readonly version: string
  readonly marked: Marked
  readonly changes: readonly Country[]
  readonly onSaved: () => void
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
  version,
  marked,
  changes,
  onSaved,
  onClose,
}: SaveProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const act = useSave(version, () => {
    onSaved()
    onClose()
  })
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
          <Button variant="primary" busy={act.isBusy} onClick={() => act.run(marked)}>
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
  const readAgain = () => queries.invalidateQueries({ queryKey: [getConsoleCountries.path] })
  return useAct<Marked, object>({
    send: ({ barred, restricted }) =>
      api
        .call(putConsoleCountries, {
          body: { barred: [...barred], restricted: [...restricted], version },
        })
        .catch((error: unknown) => {
          // Another operator may have changed the list: it shows that, with the own marks in it.
          void readAgain()
          throw error
        }),
    lookUp: async (wanted) => {
      const now = markedIn((await api.call(getConsoleCountries)).content)
      const isSame = (mark: Mark) => isSameSet(now[mark], wanted[mark])
      return MARKS.every(isSame) ? {} : null
    },
    // The list shows what is stored before the own marks are dropped.
    onDone: async () => {
      await readAgain()
      toast.success({ title: t('countries.saved') })
      onDone()
    },
  })
}
