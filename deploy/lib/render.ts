/** Values of a template: texts, and lists of rows for blocks that are repeated. */
export type Values = Readonly<Record<string, string | readonly Readonly<Record<string, string>>[]>>

/**
 * Fills in a template. `{{name}}` stands for a value; the lines between `{{#list}}` and `{{/list}}` are repeated for each row of
 * a list, whose values come first.
 *
 *     {{#apps}}
 *     server {{name}} {{address}}
 *     {{/apps}}
 *
 * Refuses: a name without a value, so that no file is made with a gap.
 */
export function render(template: string, values: Values): string {
  const repeated = template.replaceAll(
    /^ *\{\{#(\w+)\}\}\n([^]*?)^ *\{\{\/\1\}\}\n/gm,
    (_all, list: string, block: string) => {
      const rows = values[list]
      if (!Array.isArray(rows)) throw new Error(`The template repeats ${list}, which is no list`)
      return rows.map((row) => render(block, { ...values, ...row })).join('')
    },
  )
  return repeated.replaceAll(/\{\{([#/]?\w+)\}\}/g, (_all, name: string) => {
    const value = values[name]
    if (typeof value !== 'string') throw new Error(`The template names ${name}, which has no value`)
    return value
  })
}
