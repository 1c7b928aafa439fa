import { classes } from './classes.ts'
import { Gem } from './gem.tsx'

type Step = { id: number; code: string; name: string; state: 'reached' | 'current' | 'ahead' }

/** Gems of all ranks, future ranks dimmed; `label` names the current rank. */
export function GemLadder({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <div className="ladder" role="img" aria-label={label}>
      {steps.map(({ id, code, name, state }) => (
        <span key={id} className={classes(state === 'current' && 'active')} title={name}>
          <Gem code={code} size={18} dimmed={state === 'ahead'} />
        </span>
      ))}
    </div>
  )
}
