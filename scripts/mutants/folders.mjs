/**
 * A folder that is measured.
 *
 * @typedef {object} Folder
 * @property {string} path sources below this folder are changed
 * @property {string} tests test files below this folder are run
 * @property {number} threshold noticed mutants, in percent, below which the command fails
 */

/** @type {readonly Folder[]} */
export const FOLDERS = [
  { path: 'packages/domain/src', tests: 'packages/domain/src', threshold: 90 },
  { path: 'packages/web/src', tests: 'packages/web/src', threshold: 80 },
  ...['features', 'lib', 'parts', 'shell'].map((name) => ({
    path: `apps/office/src/${name}`,
    tests: 'apps/office/src',
    threshold: 80,
  })),
  { path: 'apps/passport/src', tests: 'apps/passport/src', threshold: 90 },
  ...['business', 'passport', 'network'].map((name) => ({
    path: `apps/server/src/${name}`,
    tests: 'apps/server/src',
    threshold: 80,
  })),
]

/**
 * Changes that are not made: a text proves nothing here, and the type check notices a lost object or question mark.
 */
export const EXCLUDED_MUTATIONS = ['StringLiteral', 'ObjectLiteral', 'OptionalChaining']
