import { Button, Icon, Menu, MenuItem } from '@partner-office/ui'
import { DataTable, type DataTableProps } from '@partner-office/ui/console'
import { useTranslation } from 'react-i18next'

type ListTableProps<Row> = Omit<DataTableProps<Row>, 'texts' | 'foot'> & {
  /** Rows that all pages hold, where the service counts them. */
  readonly total?: number | undefined
  /** Loads more rows; undefined when all are here. */
  readonly onMore?: (() => void) | undefined
  readonly isLoadingMore?: boolean
  /** `hide` of the address: names of hidden columns. */
  readonly hide?: string | undefined
  /** A few rows that are always all here: nothing below them says so. */
  readonly isWhole?: boolean
}

/** A table with the words of the console, and how many of how many rows it shows. */
export function ListTable<Row>({
  total,
  onMore,
  isLoadingMore = false,
  hide,
  isWhole = false,
  ...table
}: ListTableProps<Row>) {
  const { t } = useTranslation()
  const { rows, columns } = table
  return (
    <DataTable
      {...table}
      columns={shownOf(columns, hide)}
      texts={{
        select: (name) => t('table.select', { name }),
        selectAll: t('table.selectAll'),
        next: t('table.next'),
        before: t('table.before'),
        toggle: t('table.toggle'),
      }}
      foot={
        !isWhole &&
        rows !== undefined &&
        rows.length > 0 && (
          <>
            <span role="status">
              {total === undefined
                ? t('table.shown', { count: rows.length })
                : t('table.shownOf', { shown: rows.length, count: total })}
            </span>
            {onMore !== undefined && (
              <Button size="sm" busy={isLoadingMore} onClick={onMore}>
                {t('table.more')}
              </Button>
            )}
          </>
        )
      }
    />
  )
}

type ColumnsMenuProps = {
  /** All but the first, which holds the link of the row. */
  readonly columns: readonly { readonly name: string; readonly head: string }[]
  readonly hide: string | undefined
  readonly onChange: (changes: { readonly hide: string | undefined }) => void
}

/** Shows and hides columns. */
export function ColumnsMenu({ columns, hide, onChange }: ColumnsMenuProps) {
  const { t } = useTranslation()
  const hidden = hiddenOf(hide)
  const turn = (name: string): void => {
    const now = hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name]
    onChange({ hide: now.length === 0 ? undefined : now.join(',') })
  }
  return (
    <span className="push in-row">
      <Menu
        look={{ variant: 'secondary', size: 'sm' }}
        trigger={
          <>
            <Icon name="filters" size={14} />
            {t('table.columns')}
          </>
        }
      >
        {columns.slice(1).map(({ name, head }) => (
          <MenuItem
            key={name}
            current={!hidden.includes(name)}
            render={(content) => (
              <button
                type="button"
                aria-pressed={!hidden.includes(name)}
                onClick={() => turn(name)}
              >
                {content}
              </button>
            )}
          >
            {head}
          </MenuItem>
        ))}
      </Menu>
    </span>
  )
}

const hiddenOf = (hide: string | undefined): readonly string[] => hide?.split(',') ?? []

/** The columns that `hide` of an address leaves. */
export const shownOf = <Column extends { readonly name: string }>(
  columns: readonly Column[],
  hide: string | undefined,
): Column[] => columns.filter(({ name }) => !hiddenOf(hide).includes(name))

/** The names of the columns that `hide` of an address leaves, as an export has them. */
export const shownNames = (
  columns: readonly { readonly name: string }[],
  hide: string | undefined,
): string[] => shownOf(columns, hide).map(({ name }) => name)
