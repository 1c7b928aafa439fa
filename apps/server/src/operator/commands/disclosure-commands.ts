import { signedIn } from '../../business/disclosure/read-disclosures.ts'
import { makeDisclosure } from '../../business/disclosure/with-disclosures.ts'
import { DONE, type Handler, listLine } from './handler.ts'

export const disclosureMake: Handler = async ({ core, command, io }) => {
  const [month] = command.arguments
  const made = await makeDisclosure(core, month!)
  await io.out(listLine('period', 'months', 'members', 'groups', 'key'))
  for (const { period, months, content } of made) {
    if (content === null) await io.out(listLine(period, months, 'fewer than 10', 0, ''))
    else {
      const { disclosure, signature } = signedIn(content)
      const { groups } = disclosure
      await io.out(
        listLine(period, months, groups[0]!.numbers.members, groups.length, signature.key),
      )
    }
  }
  io.note(`the income disclosure of ${month} is made`)
  return DONE
}
