/**
 * The command line as a function of arguments and the outside world; it returns an exit code and
 * does not touch the process.
 */
import { Command } from "../bundled/commander.js";
import { addAudit } from "./commands/audit.js";
import { addConsole } from "./commands/console.js";
import { addCopy } from "./commands/copy.js";
import { addDecrypt, addEncrypt, addRekey } from "./commands/encrypt.js";
import { addExport } from "./commands/export.js";
import { addForget } from "./commands/forget.js";
import { addImport } from "./commands/import.js";
import { addBackup, addCheck, addReembed, addRestore } from "./commands/maintenance.js";
import { addMcp } from "./commands/mcp.js";
import { addProfile, addRecall } from "./commands/recall.js";
import { addDetails, addHistory, addRecords } from "./commands/records.js";
import { addRemember } from "./commands/remember.js";
import { addAccounts, addMembers } from "./commands/service/accounts.js";
import { addConformance } from "./commands/service/conformance.js";
import { addKeys } from "./commands/service/keys.js";
import { addPeople } from "./commands/service/people.js";
import { addPlans, addWallet } from "./commands/service/plans.js";
import { addRoute } from "./commands/service/route.js";
import { addServe } from "./commands/service/serve.js";
import { addServeFile } from "./commands/service/serve-one.js";
import { addStores } from "./commands/service/stores.js";
import { Context, defaultPath } from "./context.js";
import { addDemo } from "./demo/demo.js";
import { type ExitCode, errorDocument, exitCodeOf, exitCodes } from "./exit-codes.js";
import { collectLabels } from "./flags.js";
import { embedders, extractors } from "./models/models.js";
import { addModelFlags } from "./models/named-model.js";
import { keyOption, storeKey } from "./stores/encryption.js";
import type { CliIo } from "./terminal/io.js";
import { colorsWanted } from "./terminal/terminal.js";
import { version } from "./version.js";

const description = `Long-term memory for AI agents, in one SQLite file. No network, no key, no model download.`;

const examples = `
Start with:
  keepsake demo                                        a year of conversation in a few seconds
  keepsake remember "Ana moved to Lisbon in May."
  keepsake recall "Where does Ana live?"
  keepsake help recall                                 examples and every flag of a command

Exit codes: 0 done, also with an empty answer; 1 the command failed, though its input is valid; 2 the input is
invalid: a flag, a text, a line of a file; 3 a check failed (check, audit --verify, or an erasure that is not
verified yet); 130 interrupted. Errors are printed on stderr.`;

/** What adds the commands, in the order of the help. */
const commands = [
  addRemember,
  addRecall,
  addProfile,
  addForget,
  addDetails,
  addRecords,
  addHistory,
  addAudit,
  addExport,
  addImport,
  addReembed,
  addCheck,
  addBackup,
  addRestore,
  addCopy,
  addEncrypt,
  addDecrypt,
  addRekey,
  addMcp,
  addConsole,
  addConformance,
  addServe,
  addServeFile,
  addRoute,
  addAccounts,
  addStores,
  addKeys,
  addPlans,
  addWallet,
  addPeople,
  addMembers,
  addDemo,
];

/**
 * Runs one command line.
 *
 * @param argv Arguments without node and script: `["recall", "Where does Ana live?"]`.
 */
export async function run(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  const program = new Command("keepsake");
  const context = new Context(io, program);
  describe(program, io);
  addModelFlags(embedders, program);
  addModelFlags(extractors, program);
  for (const add of commands) add(program, context);
  try {
    await program.parseAsync([...argv], { from: "user" });
    return context.exitCode;
  } catch (error) {
    context.terminal.settle();
    return fail(error, context);
  }
}

function describe(program: Command, io: CliIo): void {
  program
    .description(description)
    .version(version(), "-V, --version", "print the version")
    .option("--db <path>", `the store's file (default: $KEEPSAKE_DB, else ${defaultPath})`)
    .addOption(keyOption(storeKey))
    .option("--json", "print the payload as one JSON document")
    .option("--actor <name>", "the actor, for the audit trail")
    .option(
      "--scope <name=value>",
      "the scope: whose memory it is, for instance user=alice; repeatable",
      collectLabels,
    )
    .helpOption("-h, --help", "explain this command")
    .helpCommand("help [command]", "explain a command")
    .addHelpText("after", examples)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHelpWidth: () => Math.min(io.stdout.columns ?? 100, 110),
      getErrHelpWidth: () => Math.min(io.stderr.columns ?? 100, 110),
      getOutHasColors: () => colorsWanted(io.stdout, io.env),
      getErrHasColors: () => colorsWanted(io.stderr, io.env),
    });
}

async function fail(error: unknown, context: Context): Promise<ExitCode> {
  if (context.io.signal.aborted) return exitCodes.interrupted;
  const code = exitCodeOf(error);
  // Commander has printed the error, or the help.
  if (code === exitCodes.ok || (error as { code?: string }).code?.startsWith("commander.")) return code;
  const document = errorDocument(error);
  await context.terminal.remark(document?.error.message ?? defect(error));
  if (context.json && document) await context.terminal.json(document);
  return code;
}

/** A defect is printed with its stack, which a bug report needs. */
function defect(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
