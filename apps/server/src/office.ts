import { office } from './operator/office.ts'

// Whoever reads our output may stop reading: then there is nobody left to tell anything.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await office(process.argv.slice(2), process.env)
