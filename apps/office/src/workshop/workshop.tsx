import { ToastProvider } from '@partner-office/ui'
import type { Root } from 'react-dom/client'

import { Actions, Choices, Entries, Ways } from './actions.tsx'
import { Figures, Marks, People, Tables } from './figures.tsx'
import { Frames } from './frames.tsx'
import { Messages, Overlays } from './messages.tsx'

const FRAMES = { app: 'app', gate: 'gate', skeleton: 'skeleton' } as const
const LOOKS = ['light', 'dark'].flatMap((theme) =>
  ['ltr', 'rtl'].map((dir) => ({ theme, dir, address: `?theme=${theme}&dir=${dir}` })),
)

/**
 * Shows every part of `packages/ui` in every state, in a theme and a direction. Development builds only.
 *
 * The address says what is shown: `theme` is `light` or `dark`, `dir` is `ltr` or `rtl`, `frame` is `app` or `gate`.
 */
export function openWorkshop(root: Root): void {
  const asked = new URLSearchParams(location.search)
  const page = document.documentElement
  page.dataset['theme'] = asked.get('theme') === 'dark' ? 'dark' : 'light'
  page.dir = asked.get('dir') === 'rtl' ? 'rtl' : 'ltr'
  document.title = 'Workshop'
  const frame = FRAMES[asked.get('frame') as keyof typeof FRAMES]
  root.render(
    <ToastProvider closeLabel="Close">
      {frame === undefined ? <Workshop /> : <Frames frame={frame} />}
    </ToastProvider>,
  )
}

function Workshop() {
  return (
    <main className="main stack gap-6">
      <h1 className="heading-1">Workshop</h1>
      <nav className="in-row gap-4 wrap" aria-label="Looks">
        {LOOKS.map(({ theme, dir, address }) => (
          <a key={address} className="link" href={address}>
            {theme} {dir}
          </a>
        ))}
        {Object.keys(FRAMES).map((frame) => (
          <a key={frame} className="link" href={`?frame=${frame}`}>
            frame {frame}
          </a>
        ))}
      </nav>
      <Actions />
      <Ways />
      <Entries />
      <Choices />
      <Figures />
      <People />
      <Marks />
      <Tables />
      <Messages />
      <Overlays />
    </main>
  )
}
