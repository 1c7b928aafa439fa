import { IconButton } from '../button.tsx'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { Menu, MenuItem } from '../menu.tsx'

type FilterOption = { readonly value: string; readonly text: string }

type FilterChipProps = {
  /** What is filtered, such as "State". */
  name: string
  options: readonly FilterOption[]
  /** Undefined: the filter is not set. */
  value: string | undefined
  /** Names the button that removes the filter. */
  clearLabel: string
  onChange: (value: string | undefined) => void
}

/** A filter: dashed with a plus while it is not set, solid with its value when it is. */
export function FilterChip({ name, options, value, clearLabel, onChange }: FilterChipProps) {
  const chosen = options.find((option) => option.value === value)
  return (
    <span className={classes('filter-chip', chosen !== undefined && 'filter-set')}>
      <Menu
        trigger={
          chosen === undefined ? (
            <>
              <Icon name="plus" size={14} />
              {name}
            </>
          ) : (
            <>
              <span className="muted">{name}</span>
              <b>{chosen.text}</b>
            </>
          )
        }
      >
        {options.map((option) => (
          <MenuItem
            key={option.value}
            current={option.value === value}
            render={(content) => (
              <button type="button" onClick={() => onChange(option.value)}>
                {content}
              </button>
            )}
          >
            {option.text}
          </MenuItem>
        ))}
      </Menu>
      {chosen !== undefined && (
        <IconButton icon="close" size="sm" label={clearLabel} onClick={() => onChange(undefined)} />
      )}
    </span>
  )
}
