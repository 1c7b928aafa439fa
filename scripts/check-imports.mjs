// Which part of the house may import which. Every rule says what to do instead.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** A check that sees nothing would always pass. */
const FEWEST_MODULES = 60

/** @typedef {{ from: RegExp, to: RegExp, except?: RegExp, instead: string }} Rule */

/** @type {Rule[]} */
const RULES = [
  {
    from: /^packages\/domain\//,
    to: /^(apps|packages\/(?!domain))|^node:|^[^.]/,
    except: /^packages\/domain\/|^(vitest|fast-check)$/,
    instead: 'domain is pure: pass what it needs as an argument',
  },
  {
    from: /^packages\/contracts\//,
    to: /./,
    except: /^packages\/(contracts|domain)\/|^@partner-office\/domain$|^zod$|^vitest$/,
    instead: 'contracts say what goes over the wire; they know domain and zod only',
  },
  {
    from: /^apps\/server\/src\/db\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/(network|core|business|passport|verify|content|docs|demo|jobs|operator|http|app|main|serving)\b/,
    instead: 'the database layer serves all modules and imports none of them',
  },
  {
    from: /^apps\/server\/src\/network\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/(core|business|passport|verify|content|docs|demo|jobs|operator|http|app|main|serving)\b/,
    instead: 'the figures engine knows facts and the database; business modules call it',
  },
  {
    from: /^apps\/server\/src\/core\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/(business|passport|verify|content|docs|demo|jobs|operator|http|app|main|serving)\b/,
    instead: 'core holds what every use case needs; a module imports core, not the reverse',
  },
  {
    from: /^apps\/server\/src\/http\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/(network|business|passport|verify|content|docs|demo|jobs|operator|app|main|serving)\b/,
    instead: 'http holds what all ports share; a gate or a route stands in the module it serves',
  },
  {
    from: /^apps\/server\/src\/(business|passport|verify|demo)\/(?!http\/|.*\.test\.ts$)/,
    to: /^apps\/server\/src\/((business|passport)\/)?(operator|http|app|main|serving)\b/,
    instead: 'a use case does not know its caller: turn the call around',
  },
  {
    from: /^apps\/server\/src\/business\//,
    to: /^apps\/server\/src\/passport\/(?!accounts\/)/,
    instead: 'business calls the passport through passport/accounts only',
  },
  {
    from: /^apps\/server\/src\/passport\//,
    to: /^apps\/server\/src\/business\//,
    instead: 'the passport serves any business: pass what it needs as an argument',
  },
  {
    from: /^apps\/server\/src\/(?!testing\/|.*\.test\.ts$)/,
    to: /^apps\/server\/src\/testing\/|^oracle\//,
    instead: 'test helpers are for tests only',
  },
  {
    from: /^apps\/server\/src\/verify\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/business\/(?!periods\/)|^@partner-office\/domain$/,
    instead:
      'verify computes again in SQL, without the code that wrote the rows; only closed months are computed by their own rules',
  },
  {
    from: /^packages\/ui\//,
    to: /./,
    except: /^packages\/ui\/|^react(-dom)?(\/|$)|^(vitest|@testing-library\/.*)$/,
    instead: 'ui draws; texts, data and links come in as props',
  },
  {
    from: /^packages\/locales\//,
    to: /./,
    except: /^packages\/locales\/|^(vitest|node:.*)$/,
    instead: 'locales hold texts and know nobody',
  },
  {
    from: /^packages\/web\//,
    to: /^(apps|packages\/(?!web))|^@partner-office\/(?!contracts|locales|domain|ui)/,
    instead: 'web is what both screen apps share; what only one of them needs stays there',
  },
  {
    from: /^apps\/(office|passport)\//,
    to: /^apps\/server\/|^@partner-office\/server|^node:/,
    instead: 'screens know the server by its contracts',
  },
  {
    from: /^apps\/office\//,
    to: /^apps\/passport\/|^@partner-office\/passport/,
    instead: 'the two screen apps share packages/web and packages/ui, not each other',
  },
  {
    from: /^apps\/passport\//,
    to: /^apps\/office\/|^@partner-office\/office/,
    instead: 'the two screen apps share packages/web and packages/ui, not each other',
  },
  {
    from: /^apps\/office\/src\/parts\//,
    to: /^apps\/office\/src\/(features|shell)\//,
    instead: 'parts are drawn by features and know none of them',
  },
  {
    from: /^apps\/office\/src\/lib\//,
    to: /^apps\/office\/src\/(features|shell)\//,
    except: /^apps\/office\/src\/shell\/start-up\.ts$/,
    instead: 'lib serves pages and knows none of them',
  },
  {
    from: /^oracle\//,
    to: /^(apps|packages|bench|soak)\/|^@partner-office\//,
    instead: 'the oracle is written from the papers alone',
  },
]

/**
 * Every import that goes where it must not, and every cycle.
 * @param {string} root
 * @returns {{ modules: number, problems: string[] }}
 */
export function checkImports(root) {
  const files = ['apps', 'packages', 'oracle', 'bench', 'soak'].flatMap((folder) =>
    sources(join(root, folder)),
  )
  const problems = []
  /** @type {Map<string, string[]>} */
  const graph = new Map()
  for (const file of files) {
    const from = relative(root, file)
    /** @type {string[]} */
    const loaded = []
    for (const { specifier, isType } of importsOf(readFileSync(file, 'utf8'))) {
      const to = specifier.startsWith('.')
        ? relative(root, resolve(dirname(file), specifier))
        : specifier
      if (specifier.startsWith('.') && !isType) loaded.push(to)
      problems.push(...forbidden(from, to), ...betweenFeatures(from, to))
    }
    graph.set(from, loaded)
  }
  problems.push(...cycles(graph))
  if (files.length < FEWEST_MODULES)
    problems.push(`Only ${files.length} modules were seen: the check looks in the wrong place`)
  return { modules: files.length, problems }
}

/** A feature that needs another one shares something with it that belongs into lib. @param {string} from @param {string} to */
function betweenFeatures(from, to) {
  const feature = /^(apps\/\w+\/src\/features\/[^/]+)\//
  const [, one] = feature.exec(from) ?? []
  const [, other] = feature.exec(to) ?? []
  if (one === undefined || other === undefined || one === other) return []
  return [`${from} imports ${to}: features never import features; move what they share into lib`]
}

/** @param {string} folder @returns {string[]} */
function sources(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory())
        return ['node_modules', 'dist'].includes(entry.name) ? [] : sources(path)
      return /\.(ts|tsx|mjs)$/.test(entry.name) ? [path] : []
    })
  } catch {
    return []
  }
}

/** @param {string} text */
function importsOf(text) {
  const pattern =
    /^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  return [...text.matchAll(pattern)].map((match) => ({
    specifier: match[2] ?? match[3] ?? '',
    isType: match[1] !== undefined,
  }))
}

/** @param {string} from @param {string} to */
function forbidden(from, to) {
  const problems = RULES.filter(
    (rule) => rule.from.test(from) && rule.to.test(to) && !rule.except?.test(to),
  ).map((rule) => `${from} imports ${to}: ${rule.instead}`)

  const owner = /^apps\/server\/src\/(business|passport)\/([^/]+)\/.*-repository\.ts$/.exec(to)
  if (owner !== null && !from.includes(`/${owner[2]}/`)) {
    problems.push(`${from} imports ${to}: call a use case of that module, never its repository`)
  }
  return problems
}

/** @param {Map<string, string[]>} graph */
function cycles(graph) {
  /** @type {Map<string, 'open' | 'done'>} */
  const state = new Map()
  /** @type {string[]} */
  const found = []
  /** @param {string} file @param {string[]} path */
  const visit = (file, path) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open') {
      found.push(
        `${[...path.slice(path.indexOf(file)), file].join(' -> ')}: a cycle; move what both need into a third file`,
      )
      return
    }
    state.set(file, 'open')
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    state.set(file, 'done')
  }
  for (const file of graph.keys()) visit(file, [])
  return found
}
