/** The parts of `commander` that keepsake uses. The published file contains them. */
export { Argument, Command, CommanderError, InvalidArgumentError, Option } from "commander";
