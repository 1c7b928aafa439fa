import { TextField } from '@partner-office/ui'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useOffice } from '../../../lib/session/office.ts'
import type { ProfileForm } from '../use-profile-form.ts'
import { loadMaps, type Suggestion } from './maps.ts'
import { useSuggestions } from './use-suggestions.ts'

/**
 * The street; with a key of the maps service it suggests whole addresses while the partner types.
 *
 * Source: requirements PRF-021, PRF-022; https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function AddressField({ page }: { readonly page: ProfileForm }) {
  const { t } = useTranslation()
  const key = useOffice().config.property('googleApiKey')
  const listId = useId()
  const list = useAddressList(page, key)
  const { suggestions, active } = list
  const combobox = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': suggestions.length > 0,
    'aria-controls': suggestions.length > 0 ? listId : undefined,
    'aria-activedescendant': active < 0 ? undefined : `${listId}-${active}`,
    onKeyDown: list.onKeyDown,
    onFocus: () => void loadMaps(key).catch(() => {}),
    onBlur: list.close,
  } as const
  return (
    <div className="profile-wide address">
      <TextField
        {...page.form.field('address1')}
        label={t('profile.address1')}
        optional={t('profile.optional')}
        autoComplete={key === '' ? 'address-line1' : 'off'}
        onChange={({ target }) => list.type(target.value)}
        {...(key !== '' && combobox)}
      />
      <SuggestionList id={listId} list={list} />
    </div>
  )
}

type SuggestionListProps = {
  readonly id: string
  readonly list: Pick<ReturnType<typeof useAddressList>, 'suggestions' | 'active' | 'choose'>
}

function SuggestionList({ id, list: { suggestions, active, choose } }: SuggestionListProps) {
  const { t } = useTranslation()
  if (suggestions.length === 0) return null
  return (
    <ul className="address-list" role="listbox" id={id} aria-label={t('profile.suggested')}>
      {suggestions.map((suggestion, at) => (
        <li
          key={suggestion.text}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          // A press would take the focus from the field, which closes the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void choose(suggestion)}
        >
          {suggestion.text}
        </li>
      ))}
    </ul>
  )
}

/** Suggestions for the typed address, and the suggestion that the arrow keys selected. */
function useAddressList(page: ProfileForm, key: string) {
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(-1)
  const suggestions = useSuggestions(key, typed)
  const close = () => {
    setTyped('')
    setActive(-1)
  }
  const choose = async ({ read }: Suggestion) => {
    close()
    const found = Object.entries(await read()).filter(([, text]) => text !== '')
    page.form.change(Object.fromEntries(found))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (suggestions.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((active + step + suggestions.length) % suggestions.length)
    else if (event.key === 'Enter' && active >= 0) void choose(suggestions[active]!)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  const type = (text: string) => {
    page.form.change({ address1: text })
    setTyped(text)
    setActive(-1)
  }
  return { suggestions, active, type, choose, close, onKeyDown }
}
