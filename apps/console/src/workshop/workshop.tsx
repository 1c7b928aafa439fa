import { KeysProvider } from '@partner-office/ui/console'
import type { Root } from 'react-dom/client'

import { Entries } from './entries.tsx'
import { Figures } from './figures.tsx'
import { Tables } from './tables.tsx'

const LOOKS = ['light', 'dark'].flatMap((theme) =>
  ['ltr', 'rtl'].map((dir) => ({ theme, dir, address: `?theme=${theme}&dir=${dir}` })),
)

/**
 * Shows every part that only the console has in every state, in a theme and a direction. Development builds only.
 *
 * The address says what is shown: `theme` is `light` or `dark`, `dir` is `ltr` or `rtl`.
 */
export function openWorkshop(root: Root): void {
  const asked = new URLSearchParams(location.search)
  const page = document.documentElement
  page.dataset['theme'] = asked.get('theme') === 'dark' ? 'dark' : 'light'
  page.dir = asked.get('dir') === 'rtl' ? 'rtl' : 'ltr'
  document.title = 'Workshop'
  root.render(
    <KeysProvider areSingleKeysOn>
      <main className="console-body">
        <h1 className="heading-1">Workshop of the console</h1>
        <nav className="in-row gap-4 wrap" aria-label="Looks">
          {LOOKS.map(({ theme, dir, address }) => (
            <a key={address} className="link" href={address}>
              {theme} {dir}
            </a>
          ))}
        </nav>
        <Tables />
        <Figures />
        <Entries />
      </main>
    </KeysProvider>,
  )
}
