import { SidePanel, useKeys } from '@partner-office/ui/console'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

type RowDrawerProps = Omit<ComponentProps<typeof SidePanel>, 'closeLabel'> & {
  /** The key of the open row, which gets the focus back. */
  readonly row: string
}

/** The drawer of an open row: Escape closes it, wherever the focus is on the page. Source: requirements SCR-003. */
export function RowDrawer({ row, onClose, ...panel }: RowDrawerProps) {
  const { t } = useTranslation()
  const close = (): void => {
    onClose()
    document.querySelector<HTMLElement>(`tr[data-key="${row}"] [data-row-link]`)?.focus()
  }
  useKeys([{ keys: 'Escape', label: t('keys.closeDrawer'), run: close }])
  return <SidePanel {...panel} closeLabel={t('common.close')} onClose={close} />
}
