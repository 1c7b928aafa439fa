import { type CallReply, getVerifications, postReportGenerate } from '@partner-office/contracts'
import { provesAll } from '@partner-office/domain'
import { Button, buttonClass, Card, Icon, Note, SelectField, useToast } from '@partner-office/ui'
import { type FieldProps, Loaded, useForm } from '@partner-office/web'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { AppLink } from '../../lib/navigation/app-link.tsx'
import { dateText, monthName, monthShown } from '../../lib/formats/formats.ts'
import { useLocale } from '../../lib/formats/locale.ts'
import { useOffice } from '../../lib/session/office.ts'
import { passportPageAt } from '../../lib/navigation/passport-pages.ts'
import { useWindowClass } from '../../lib/browser/window-class.ts'
import { PATHS } from '../../paths.ts'
import { nextStatement, REPORT_MONTHS, reportYears } from './report-years.ts'
import { REPORTS_KEY } from './use-reports.ts'

/**
 * Asks for the statements of a month; folded behind one sentence where no statement can be generated now.
 *
 * Source: requirements REP-011 to REP-022; decisions D-062.
 */
export function GenerateForm() {
  const { t } = useTranslation()
  const reason = useReason()
  if (reason === null) {
    return (
      <Card title={t('reports.generateTitle')}>
        <FormFields isAvailable />
      </Card>
    )
  }
  return (
    <section className="card" aria-label={t('reports.generateTitle')}>
      <details className="report-fold">
        <summary className="in-row between" id="report-unavailable">
          <span className="meta">{reason}</span>
          <Icon name="down" size={18} />
        </summary>
        <FormFields isAvailable={false} />
      </details>
    </section>
  )
}

/** Why no statement can be generated now, and from when; null where one can. */
function useReason(): string | null {
  const { t } = useTranslation()
  const locale = useLocale()
  const { config } = useOffice()
  if (config.isOn('button.reportGenerate')) return null
  const { month, date } = nextStatement(Date.now())
  return t('reports.notAvailable', { month: monthShown(month, locale), date: dateText(date) })
}

function FormFields({ isAvailable }: { readonly isAvailable: boolean }) {
  const { t } = useTranslation()
  const locale = useLocale()
  const form = useGenerate()
  return (
    <form {...form.props} className="stack gap-4">
      <div className="report-fields">
        <Select {...form.field('year')} label={t('reports.year')}>
          {reportYears(Date.now()).map((year) => (
            <option key={year}>{year}</option>
          ))}
        </Select>
        <Select {...form.field('month')} label={t('reports.month')}>
          {REPORT_MONTHS.map((month) => (
            <option key={month} value={month}>
              {monthName(Number(month), locale)}
            </option>
          ))}
        </Select>
      </div>
      {isAvailable && <Conditions />}
      <FormFailure codes={form.codes} />
      <Button
        type="submit"
        variant="primary"
        disabled={!isAvailable}
        busy={form.isBusy}
        busyLabel={t('reports.generating')}
        aria-describedby={isAvailable ? undefined : 'report-unavailable'}
      >
        {t('reports.generate')}
      </Button>
    </form>
  )
}

/** Sends the form; an answer empties it and loads the list again. Source: requirements REP-018. */
function useGenerate() {
  const { api, queries } = useOffice()
  const { t } = useTranslation()
  const locale = useLocale()
  const toast = useToast()
  return useForm({
    fields: ['year', 'month'],
    send: async ({ year, month }) => {
      const body = { year: Number(year), month: Number(month) }
      const { billingPeriod } = await api.call('business', postReportGenerate, { body })
      const shown = monthShown(Date.parse(`${billingPeriod}-01T00:00:00Z`), locale)
      toast.success({ title: t('reports.generated', { month: shown }) })
      await queries.invalidateQueries({ queryKey: REPORTS_KEY })
    },
  })
}

type SelectProps = FieldProps & { readonly label: string; readonly children: ReactNode }

function Select({ children, ...field }: SelectProps) {
  const { t } = useTranslation()
  return (
    <SelectField {...field} defaultValue="" required>
      <option value="">{t('reports.choose')}</option>
      {children}
    </SelectField>
  )
}

/** Height of the conditions; their hints need more lines on a phone. Units: pixels. */
const CONDITIONS_HEIGHT = { desktop: 147, tablet: 147, phone: 217 } as const

/** What a statement needs, and what of it is proven. Source: requirements REP-015, REP-016, VER-004. */
function Conditions() {
  const { api, startUp } = useOffice()
  const windowClass = useWindowClass()
  const documents = useQuery({
    queryKey: ['verifications'],
    queryFn: ({ signal }) => api.call('passport', getVerifications, { signal, quiet: true }),
  })
  return (
    <Loaded
      query={documents}
      placeholder={CONDITIONS_HEIGHT[windowClass]}
      title={startUp.isView ? 'view.notShown' : 'verification.failed'}
    >
      {(data) => <ConditionList documents={data} />}
    </Loaded>
  )
}

type Documents = CallReply<typeof getVerifications>

function ConditionList({ documents }: { readonly documents: Documents }) {
  const { t } = useTranslation()
  return (
    <ul className="checks report-checks">
      <Condition
        page="passport"
        document={documents.find(({ documentType }) => documentType === 'PASSPORT')}
        titles={[t('reports.nameVerified'), t('reports.nameNotVerified')]}
        hint={t('reports.nameVerifiedHint')}
      />
      <Condition
        page="address"
        document={documents.find(({ documentType }) => documentType === 'ADDRESS')}
        titles={[t('reports.addressVerified'), t('reports.addressNotVerified')]}
        hint={t('reports.addressVerifiedHint')}
      />
    </ul>
  )
}

type ConditionProps = {
  readonly page: 'passport' | 'address'
  readonly document: Documents[number] | undefined
  readonly titles: readonly [met: string, open: string]
  readonly hint: string
}

/** One condition, with the way to meet it: an approved document cannot be sent in again, but support can complete it. */
function Condition({ page, document, titles: [met, open], hint }: ConditionProps) {
  const { t } = useTranslation()
  const isMet = document !== undefined && provesAll(document)
  const isIncomplete = !isMet && document?.status === 'APPROVED'
  return (
    <li>
      <span className={isMet ? 'check-mark is-met' : 'check-mark'}>
        <Icon name={isMet ? 'check' : 'warning'} size={14} />
      </span>
      <div className="grow">
        <p className="medium-weight">{isMet ? met : open}</p>
        <p className="meta">{hint}</p>
        {isIncomplete && <p className="meta">{t('reports.detailsMissing')}</p>}
      </div>
      {isIncomplete && (
        <AppLink to={PATHS.support} className={buttonClass({ size: 'sm' })}>
          {t('support.title')}
        </AppLink>
      )}
      {!isMet && !isIncomplete && (
        <PassportLink page={page} className={buttonClass({ size: 'sm' })}>
          {t('reports.verify')}
        </PassportLink>
      )}
    </li>
  )
}

type PassportLinkProps = {
  readonly page: 'passport' | 'address'
  readonly className?: string
  readonly children: string
}

function PassportLink({ page, className, children }: PassportLinkProps) {
  const { config } = useOffice()
  const locale = useLocale()
  return (
    <a
      className={className ?? 'link'}
      href={passportPageAt(config, locale, page, 'transactions/reports')}
    >
      {children}
    </a>
  )
}

/** Why nothing was generated, with the way out. Source: requirements REP-017, REP-019 to REP-022. */
function FormFailure({ codes: [code] }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation()
  if (code === undefined) return null
  const needsPassport = NEEDS_PASSPORT.has(code)
  const needsAddress = NEEDS_ADDRESS.has(code)
  return (
    <Note tone="red" live>
      <p>{t(MESSAGES[code] ?? 'reports.generateFailed')}</p>
      {(needsPassport || needsAddress) && (
        <p className="in-row wrap">
          {needsPassport && (
            <PassportLink page="passport">{t('reports.verifyPassport')}</PassportLink>
          )}
          {needsAddress && <PassportLink page="address">{t('reports.verifyAddress')}</PassportLink>}
        </p>
      )}
    </Note>
  )
}

const MESSAGES: Readonly<
  Record<string, 'reports.wrongMonth' | 'reports.emptyAddress' | 'reports.unverified'>
> = {
  invalid_report_timestamp: 'reports.wrongMonth',
  empty_address: 'reports.emptyAddress',
  empty_forename_or_surname: 'reports.unverified',
  unverified_user: 'reports.unverified',
  user_not_verified: 'reports.unverified',
}
const NEEDS_PASSPORT = new Set([
  'unverified_user',
  'user_not_verified',
  'empty_forename_or_surname',
])
const NEEDS_ADDRESS = new Set(['unverified_user', 'user_not_verified', 'empty_address'])
