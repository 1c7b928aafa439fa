import { AppShell, GateCard, Icon, ShellSkeleton, SkipLink } from '@partner-office/ui'

import { Section } from './section.tsx'

type Frame = 'app' | 'gate' | 'skeleton'

/** The frames of pages. Each holds a page's landmarks, so that the workshop shows one at a time. */
export function Frames({ frame }: { readonly frame: Frame }) {
  const content = (
    <Section title="A page">
      <Icon name="file" /> The content of a page.
    </Section>
  )
  if (frame === 'skeleton') {
    return (
      <>
        <main>
          <section aria-label="A page">
            <h1 className="heading-1">Frame without words</h1>
          </section>
        </main>
        <ShellSkeleton />
      </>
    )
  }
  if (frame === 'gate') {
    return (
      <GateCard header={<b>Partner Office</b>} footer="Under the card">
        <h1 className="heading-1">Log in</h1>
        {content}
      </GateCard>
    )
  }
  return (
    <>
      <SkipLink>Skip to content</SkipLink>
      <AppShell
        isRail={false}
        menuLabel="Menu"
        brand={<b>Partner Office</b>}
        side={<nav className="navigation" aria-label="Pages" />}
        top={<b>Top bar</b>}
        bottomBar={<nav className="bottombar" aria-label="Main pages" />}
        footer={<span>© Partner Office</span>}
      >
        <h1 className="heading-1">Dashboard</h1>
        {content}
      </AppShell>
    </>
  )
}
