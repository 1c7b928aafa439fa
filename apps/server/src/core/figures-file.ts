import { join } from 'node:path'

/** Name of the file in a data directory that holds the figures for the next start. */
export const FIGURES_FILE = 'figures.snapshot'

/** Path of the figures of a process; processes that share a data directory share the file. */
export const figuresFile = (dataDir: string): string => join(dataDir, FIGURES_FILE)
