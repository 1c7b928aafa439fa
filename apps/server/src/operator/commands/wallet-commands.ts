import { approveWallets } from '../../business/wallets/approve-wallets.ts'
import { DONE, type Handler } from './handler.ts'

export const walletsApprove: Handler = async ({ core, command: { arguments: words }, io }) => {
  const kinds = await approveWallets(core, Number(words[0]))
  await io.out(`wallets of partner ${words[0]} approved: ${kinds.join(', ')}\n`)
  return DONE
}
