// Which folder may import which. Every rule says what to do instead. Cycles are found by oxlint (`import/no-cycle`).
//
// dependency-cruiser (18.7) cannot hold these rules here. Its parser of TypeScript needs a version before 7. With swc it stops
// at valid code (`for (const of of list)`) and does not see a type that is imported in place (`import('./a.ts').A`). It also
// needs Node.js 22, and the checks may run on 20.
import { dirname, relative, resolve } from 'node:path'

import { parse, sourceFiles, walk } from './lib/sources.mjs'

const FOLDERS = ['apps', 'packages', 'oracle', 'bench', 'soak', 'e2e', 'scripts', 'deploy']

/** A check that sees no files would always pass. */
const FEWEST_MODULES = 60

/** @typedef {{ from: RegExp, to: RegExp, except?: RegExp, instead: string }} Rule */

/** @type {Rule[]} */
const RULES = [
  {
    from: /^scripts\//,
    to: /^(apps|packages|oracle|bench|soak|e2e)\/|^@partner-office\//,
    except:
      /^apps\/server\/src\/(testing|db|demo)\/|^packages\/locales\/src\/browser-data\.ts$|^e2e\/english-only\.ts$/,
    instead:
      'scripts start programs; they import the database, demo, words for browsers, and a list of browser tests only',
  },
  {
    from: /^e2e\//,
    to: /^(oracle|bench|soak)\/|^apps\/server\/src\/(business|network|verify|operator|http|content|jobs|serving|app)\b/,
    instead: 'journeys use the product as a browser or an operator does',
  },
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
    to: /^apps\/server\/src\/(network|core|plans|keys|turns|input|business|passport|verify|content|docs|demo|jobs|operator|http|app|main|serving)\b/,
    instead: 'the database layer serves all modules and imports none of them',
  },
  {
    from: /^apps\/server\/src\/network\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/(core|plans|keys|turns|input|business|passport|verify|content|docs|demo|jobs|operator|http|app|main|serving)\b/,
    instead: 'the figures engine knows facts and the database; business modules call it',
  },
  {
    from: /^apps\/server\/src\/(core|plans|keys|turns|input|threads)\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/(business|passport|proofs|console|verify|content|docs|demo|jobs|operator|http|app|main|serving)\b/,
    instead:
      'core and its rooms hold what every use case needs; a module imports them, not the reverse',
  },
  {
    from: /^apps\/server\/src\/proofs\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/(network|business|passport|console|verify|content|docs|demo|jobs|operator|http|app|main|serving)\b/,
    instead:
      'proofs say who somebody is, for partners and operators alike: pass what they need as an argument',
  },
  {
    from: /^apps\/server\/src\/(business|passport)\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/console\//,
    instead: 'the console calls the use cases of the business; they do not know it',
  },
  {
    from: /^apps\/server\/src\/console\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/passport\//,
    instead: 'what partners and operators share to prove who they are stands in proofs',
  },
  {
    from: /^apps\/server\/src\/http\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/(network|business|passport|proofs|console|verify|content|docs|demo|jobs|operator|app|main|serving)\b/,
    instead: 'http holds what all ports share; a gate or a route stands in the module it serves',
  },
  {
    from: /^apps\/server\/src\/(business|passport|console|verify|demo)\/(?!http\/|.*\.test\.ts$)/,
    to: /^apps\/server\/src\/((business|passport|console)\/)?(operator|http|app|main|serving)\b/,
    instead: 'a use case does not know its caller: turn the call around',
  },
  {
    from: /^apps\/server\/src\/business\//,
    to: /^apps\/server\/src\/passport\/(?!accounts\/)/,
    instead: 'business calls the passport through passport/accounts only',
  },
  {
    from: /^apps\/server\/src\/passport\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/business\//,
    instead: 'the passport serves any business: pass what it needs as an argument',
  },
  {
    from: /^(apps|packages)\/(?!.*(\.test\.tsx?$|\/testing\/))/,
    to: /^apps\/server\/src\/testing\/|^(oracle|bench|soak|e2e|scripts|deploy)\//,
    instead: 'the product runs without tests, measurements and scripts',
  },
  {
    from: /^apps\/server\/src\/verify\/(?!.*\.test\.ts$)/,
    to: /^apps\/server\/src\/business\/(?!months\/)|^@partner-office\/domain$/,
    instead:
      'verify computes again in SQL, without the code that wrote the rows; only closed months are computed by their own rules',
  },
  {
    from: /^packages\/ui\//,
    to: /./,
    except: /^packages\/ui\/|^react(-dom)?(\/|$)|^(qrcode\.react|vitest|@testing-library\/.*)$/,
    instead: 'ui draws; texts, data and links come in as props',
  },
  {
    from: /^packages\/locales\//,
    to: /./,
    except: /^packages\/locales\/|^(vitest|node:.*)$/,
    instead: 'locales hold texts and import nothing',
  },
  {
    from: /^packages\/web\//,
    to: /^(apps|packages\/(?!web))|^@partner-office\/(?!contracts|locales|domain|ui)/,
    instead: 'web is what both screen apps share; what only one of them needs stays there',
  },
  {
    from: /^apps\/(office|passport|console)\//,
    to: /^apps\/server\/|^@partner-office\/server|^node:/,
    instead: 'screens know the server by its contracts',
  },
  {
    from: /^apps\/office\//,
    to: /^apps\/(passport|console)\/|^@partner-office\/(passport|console)/,
    instead: 'the screen apps share packages/web and packages/ui, not each other',
  },
  {
    from: /^apps\/passport\//,
    to: /^apps\/(office|console)\/|^@partner-office\/(office|console)/,
    instead: 'the screen apps share packages/web and packages/ui, not each other',
  },
  {
    from: /^apps\/console\//,
    to: /^apps\/(office|passport)\/|^@partner-office\/(office|passport)/,
    instead: 'the screen apps share packages/web and packages/ui, not each other',
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
    from: /^deploy\/(?!.*\.test\.ts$)/,
    to: /^(apps|packages|oracle|bench|soak|e2e|scripts)\/|^@partner-office\//,
    instead: 'deploy starts programs; it runs without the packages of the product',
  },
  {
    from: /^oracle\//,
    to: /^(apps|packages|bench|soak)\/|^@partner-office\//,
    instead: 'the oracle is written from the papers alone',
  },
]

/**
 * Every import that breaks a rule. Imports of types count like all others.
 * @param {string} root
 * @param {{ fewest?: number }} [options]
 * @returns {{ modules: number, problems: string[] }}
 */
export function checkImports(root, { fewest = FEWEST_MODULES } = {}) {
  const files = sourceFiles(root, FOLDERS)
  const problems = files.flatMap((from) =>
    importsOf(root, from).flatMap((to) => [...forbidden(from, to), ...betweenFeatures(from, to)]),
  )
  if (files.length < fewest)
    problems.push(`Only ${files.length} modules were seen: the check looks in the wrong place`)
  return { modules: files.length, problems }
}

/**
 * What a file imports, each once: paths relative to `root`, or names of packages.
 * @param {string} root @param {string} file
 */
function importsOf(root, file) {
  const { program } = parse(root, file)
  /** @type {Set<string>} */
  const targets = new Set()
  walk(program, ({ type, source }) => {
    if (!IMPORTING.has(type)) return
    const specifier = Reflect.get(Object(source), 'value')
    if (typeof specifier === 'string') targets.add(targetOf(root, file, specifier))
  })
  return [...targets]
}

/** Kinds of nodes whose `source` names a module: `import`, `export ... from`, `import()`, and `import('x').Type`. */
const IMPORTING = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

/** @param {string} root @param {string} file @param {string} specifier */
const targetOf = (root, file, specifier) =>
  specifier.startsWith('.') ? relative(root, resolve(root, dirname(file), specifier)) : specifier

/** What two features share belongs into lib. @param {string} from @param {string} to */
function betweenFeatures(from, to) {
  const feature = /^(apps\/\w+\/src\/features\/[^/]+)\//
  const [, one] = feature.exec(from) ?? []
  const [, other] = feature.exec(to) ?? []
  if (one === undefined || other === undefined || one === other) return []
  return [`${from} imports ${to}: features never import features; move what they share into lib`]
}

/** @param {string} from @param {string} to */
const forbidden = (from, to) =>
  RULES.filter((rule) => rule.from.test(from) && rule.to.test(to) && !rule.except?.test(to)).map(
    (rule) => `${from} imports ${to}: ${rule.instead}`,
  )
