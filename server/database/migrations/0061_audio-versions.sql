-- expand
CREATE TABLE "track_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"track_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"replaced_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"url_version" text,
	"audio_path" text NOT NULL,
	"opus_path" text,
	"opus_bytes" integer,
	"aac_path" text,
	"aac_bytes" integer,
	"duration" integer,
	"audio_bytes" integer,
	"audio_bitrate" integer,
	"analyzed_at" timestamp (3) with time zone,
	"sample_rate" integer,
	"channels" integer,
	"is_lossless" boolean DEFAULT false NOT NULL,
	"frames" bigint,
	"loudness" double precision,
	"true_peak" double precision,
	"samples_per_bin" integer,
	"peaks" "bytea",
	"levels" "bytea",
	CONSTRAINT "track_versions_audio_path_unique" UNIQUE("audio_path"),
	CONSTRAINT "track_versions_opus_path_unique" UNIQUE("opus_path"),
	CONSTRAINT "track_versions_aac_path_unique" UNIQUE("aac_path")
);
--> statement-breakpoint
CREATE TABLE "upload_analyses" (
	"upload_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"lease" uuid,
	"leased_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"audio_bitrate" integer,
	"analyzed_at" timestamp (3) with time zone,
	"sample_rate" integer,
	"channels" integer,
	"is_lossless" boolean DEFAULT false NOT NULL,
	"frames" bigint,
	"loudness" double precision,
	"true_peak" double precision,
	"samples_per_bin" integer,
	"peaks" "bytea",
	"levels" "bytea"
);
--> statement-breakpoint
ALTER TABLE "removed_files" DROP CONSTRAINT "removed_files_pkey";--> statement-breakpoint
ALTER TABLE "removed_files" ADD CONSTRAINT "removed_files_track_id_sha256_pk" PRIMARY KEY("track_id","sha256");--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "track_versions" ADD CONSTRAINT "track_versions_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "track_versions" ADD CONSTRAINT "track_versions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_analyses" ADD CONSTRAINT "upload_analyses_upload_id_uploads_id_fk" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "track_versions_newest" ON "track_versions" USING btree ("track_id","replaced_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "track_versions_of_user" ON "track_versions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "track_versions_by_url" ON "track_versions" USING btree ("replaced_at") WHERE url_version is not null;--> statement-breakpoint
CREATE INDEX "upload_analyses_pending" ON "upload_analyses" USING btree ("created_at") WHERE state = 'pending';