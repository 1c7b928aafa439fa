import { office } from './operator/office.ts'

// What a command creates is for its own account only.
process.umask(0o077)

// The reader of our output may close its end: the command then ends without an error.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await office(process.argv.slice(2), process.env)
