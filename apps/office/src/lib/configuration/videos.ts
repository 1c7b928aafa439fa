import { DEFAULT_LANGUAGE } from '@partner-office/locales'

import type { Config } from './config.ts'

type Videos = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The video of a page in a language, or in English; null without a video. Source: requirements BON-003, BON-004; D-013. */
export function videoOf(config: Config, page: string, language: string): string | null {
  const videos = JSON.parse(config.property('videos') || '{}') as Videos
  return videos[page]?.[language] ?? videos[page]?.[DEFAULT_LANGUAGE] ?? null
}
