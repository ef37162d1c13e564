/** What is used of `commander`; the published file contains it. */
export { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
