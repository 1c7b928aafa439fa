// What a run says about the tests of a folder.

/** @typedef {import('./folders.mjs').Folder} Folder */
/** @typedef {import('./select.mjs').Selection} Selection */
/** @typedef {import('./run-tests.mjs').Result} Result */

/**
 * Percentages; `low` and `high` bound the folder's score with a probability of 95 % when a sample was drawn.
 *
 * @typedef {object} Score
 * @property {number} mutants
 * @property {number} noticed
 * @property {number} percent
 * @property {{ low: number, high: number } | null} interval
 * @property {readonly string[]} survivors
 * @property {Selection} selection
 * @property {boolean} isGoodEnough
 */

/** The normal distribution has 95 % of its values within this many standard deviations. */
const Z = 1.96

/**
 * @param {Folder} folder
 * @param {Selection} selection
 * @param {readonly Result[]} results
 * @returns {Score}
 */
export function scoreOf(folder, selection, results) {
  const noticed = results.filter(({ isNoticed }) => isNoticed).length
  const percent = results.length === 0 ? 100 : (100 * noticed) / results.length
  const isSample = selection.chosen.length < selection.population
  return {
    mutants: results.length,
    noticed,
    percent,
    interval: isSample ? wilsonInterval(noticed, results.length) : null,
    survivors: results.filter(({ isNoticed }) => !isNoticed).map(({ mutant }) => mutant.text),
    selection,
    isGoodEnough: percent >= folder.threshold,
  }
}

/**
 * Returns the bounds, in percent, of the share that a sample was drawn from (Wilson's score interval).
 *
 * @param {number} hits
 * @param {number} size
 */
export function wilsonInterval(hits, size) {
  const share = hits / size
  const middle = (share + Z ** 2 / (2 * size)) / (1 + Z ** 2 / size)
  const half =
    (Z * Math.sqrt((share * (1 - share)) / size + Z ** 2 / (4 * size ** 2))) / (1 + Z ** 2 / size)
  return { low: 100 * (middle - half), high: 100 * (middle + half) }
}

/** @param {Folder} folder @param {Score} score */
export function printScore(folder, score) {
  const { mutants, noticed, percent, interval, selection, survivors } = score
  console.log(`\n${folder.path}`)
  for (const survivor of survivors) console.log(`  survived  ${survivor}`)
  const range = interval
    ? ` (sample of ${selection.population}: ${interval.low.toFixed(1)} to ${interval.high.toFixed(1)} %)`
    : ''
  console.log(
    `  ${mutants} of ${selection.chosen.length} mutants tried, ${noticed} noticed, ${mutants - noticed} survived, ${selection.equivalent} equivalent`,
  )
  console.log(`  ${percent.toFixed(1)} % noticed${range}, wanted ${folder.threshold} %`)
}
