/** Whether the database refused what was to be written, and did not just fail: SQLSTATE classes 22, 23 and our own. */
export const isRefusedByDatabase = (error: unknown): boolean =>
  /^(?:22|23|PO)/.test(String((error as { code?: unknown } | null)?.code))
