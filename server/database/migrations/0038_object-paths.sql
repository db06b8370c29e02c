ALTER TABLE "tracks" RENAME COLUMN "audio_url" TO "audio_path";--> statement-breakpoint
ALTER TABLE "tracks" RENAME COLUMN "artwork_url" TO "artwork_path";--> statement-breakpoint
ALTER TABLE "tracks" RENAME COLUMN "opus_url" TO "opus_path";--> statement-breakpoint
ALTER TABLE "tracks" RENAME COLUMN "aac_url" TO "aac_path";--> statement-breakpoint
ALTER TABLE "playlists" RENAME COLUMN "cover_url" TO "cover_path";--> statement-breakpoint
ALTER TABLE "audio_analyses" ADD COLUMN "needs_ffmpeg" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "audio_analyses" SET "needs_ffmpeg" = true WHERE state = 'failed' AND reason = 'The codec AAC is not supported.';--> statement-breakpoint
ALTER TABLE "audio_analyses" DROP COLUMN "encoder_version";
